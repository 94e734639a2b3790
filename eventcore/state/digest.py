"""The digest: a running fingerprint of all that has happened in a world.

It chains the settled Actions, Changes and Broadcasts, the sequence, the time, how many events were
scheduled and the draws of each stream. Two runs with equal digests have gone the same way; the
first record with different digests is where they parted.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final

from eventcore.codegen import make_function
from eventcore.event import Action, Broadcast, Change, Event
from eventcore.outcome import DONE, UNHANDLED
from eventcore.schema.encoding import UNSAVED, encode, pack, refuse_unsaved_event, values_of
from eventcore.state.world_state import time_of
from eventcore.tap import Tap
from eventcore.world import World

_SIZE = 8


class Digest(Tap):
    """A tap that keeps the running digest of a world.

    Attributes:
        value: The digest as of the last seal, 16 hexadecimal digits; empty before.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.value: str = ""
        self._settled: list[bytes] = []
        self._sealed: tuple[str, list[bytes]] = "", []
        self._hooks: dict[type[Event], Tap] = {}
        world.tap(self)

    def hears(self, kind: type[Event]) -> bool:
        """Actions, Changes and Broadcasts alter the world, so they are chained."""
        return issubclass(kind, Action | Change | Broadcast)

    def tap_for(self, kind: type[Event]) -> Tap:
        """Write down settled events at once, before an observer could change them."""
        found = self._hooks.get(kind)
        if found is None:
            found = self._hooks[kind] = _SettledHook(kind, self._settled.append)
        return found

    def state(self) -> list[str]:
        """Return the value, and what has settled since."""
        return [self.value, *(said.decode() for said in self._settled)]

    def restore(self, state: list[str]) -> None:
        """Go on from what ``state`` returned."""
        self.value, *settled = state
        self._settled[:] = [said.encode() for said in settled]

    def seal(self) -> str:
        """Chain in all that has settled since the last seal and return the new value.

        The places of the seals are part of the digest: a replay seals where the recording did.
        """
        world = self._world
        counts = [world.turn, time_of(world), world.sequence, world.draws()]
        if planned := world.agenda.planned:
            counts.append(planned)
        said = b"\n".join([*self._settled, encode(counts)])
        self._sealed = self.value, self._settled.copy()
        self._settled.clear()
        self.value = blake2b(self.value.encode() + said, digest_size=_SIZE).hexdigest()
        return self.value

    def unseal(self) -> None:
        """Undo the last seal: the intent that it was for was refused."""
        self.value, self._settled[:0] = self._sealed


class _SettledHook(Tap):
    """The digest's hook for the events of one type."""

    records = True

    def __init__(self, kind: type[Event], keep: Callable[[bytes], None]) -> None:
        names: dict[str, Any] = {"DONE": DONE, "UNSAVED": UNSAVED, "pack": pack, "keep": keep}
        source = _SETTLED.format(name=kind.__name__, values=values_of(kind))
        names |= {"reason": _digested_reason, "refuse": refuse_unsaved_event}
        self.override(settled=make_function(source, names))


def _digested_reason(event: Event) -> str | None:
    """Return the reason as digests have it: that of an unhandled event was once "nothing"."""
    return "nothing" if event.reason == UNHANDLED else event.reason


_SETTLED: Final = """
def settled(event):
    try:
        if event._outcome is DONE:
            keep(pack(({name!r}, {values})))
        else:
            keep(pack(({name!r}, {values}, event._outcome._value_, reason(event))))
    except UNSAVED as error:
        refuse(error, event)
"""
