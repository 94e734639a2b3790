"""pluggy: hooks called in reverse order of registration; the first result ends a hook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pluggy

from benchmarks.measure import Contender
from benchmarks.peers.parts import Mover, Packet


@attrs.define(eq=False, weakref_slot=False)
class Move(Packet):
    def fail(self, reason: str) -> str:
        return reason


class Spec:
    @pluggy.HookspecMarker("bench")(firstresult=True)
    def move(self, event: Any) -> Any: ...


class Manager(pluggy.PluginManager):
    """A manager that treats the handler of each component as a hook implementation."""

    hooks = ("stop_at_walls", "stop_at_others", "step", "count")

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        if name not in self.hooks:
            return None
        return pluggy.HookimplOpts(
            wrapper=False,
            hookwrapper=False,
            optionalhook=False,
            tryfirst=False,
            trylast=False,
            specname="move",
        )


def contenders() -> list[Contender]:
    mover = Mover()
    manager = Manager("bench")
    manager.add_hookspecs(Spec)
    for part in reversed(mover.parts):
        manager.register(part)

    def run(steps: Sequence[int]) -> None:
        hook = manager.hook.move
        entity = mover.entity
        for dx in steps:
            hook(event=Move(entity, dx, 0))

    note = "tryfirst and trylast only"
    return [mover.contender("pluggy", run, priorities=False, veto=True, note=note)]
