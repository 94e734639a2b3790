"""Quiet events, while which stats are kept."""

from __future__ import annotations

import pytest

from bidden.components.knowledge.memory import Memory
from bidden.events.effects import WhatIs, what_is
from bidden.events.movement import Wait
from bidden.events.quiet import keep_stats
from bidden.order import COMPONENTS
from eventcore import APPLY, Component, DispatchError, World, component, handles
from tests.bidden.scenes import MakeScene


@component
class Squinting(Component):
    """Changes how far its entity sees, where nobody expects it."""

    @handles(Wait, APPLY)
    def blink(self, wait: Wait, world: World) -> None:
        """See less far."""
        wait.enactor[Memory].radius -= 1


asked: list[str] = []


@component
class Counting(Component):
    """Counts how often a stat was asked for."""

    @handles(WhatIs, 1)
    def count(self, question: WhatIs, world: World) -> None:
        """Note the question."""
        asked.append(question.stat)


def test_a_stat_is_kept_while_only_quiet_events_happen() -> None:
    asked.clear()
    world = World(components=[*COMPONENTS, Counting])
    keep_stats(world)
    who = world.spawn(Memory(radius=4), Counting())
    assert [what_is(world, who, "sight"), what_is(world, who, "sight")] == [4, 4]
    world.publish(Wait(who))
    assert (what_is(world, who, "sight"), asked) == (4, ["sight"])


def test_who_is_gone_is_asked_anew(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    you = scene["@"]
    assert what_is(scene.world, you, "sight") == you[Memory].radius
    scene.world.despawn(you)
    assert what_is(scene.world, you, "sight") == 0


def test_a_stat_that_a_quiet_event_changed_is_found_out_in_debug_mode() -> None:
    world = World(components=[*COMPONENTS, Squinting], debug=True)
    keep_stats(world)
    who = world.spawn(Memory(radius=4), Squinting())
    assert what_is(world, who, "sight") == 4
    world.publish(Wait(who))
    with pytest.raises(DispatchError, match="no more 4, by what is taken to be quiet"):
        what_is(world, who, "sight")
