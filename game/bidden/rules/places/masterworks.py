"""Masterworks: on deeper levels, some gear is better than its kind and has a name."""

from __future__ import annotations

from typing import Final

from bidden.components.things.quality import Quality
from bidden.events.places import Spawn
from bidden.events.things import Distinguish
from bidden.labels import split_label
from bidden.state import Inscribed
from eventcore import APPLY, REACT, Component, World, component, handles

_ALL: Final = 100
_FIRST: Final = (
    "Salt", "Stag", "Grave", "Iron", "Dusk", "Wolf", "Stone", "Bone", "Thorn", "Raven",
)  # fmt: skip
_LAST: Final = ("song", "bane", "mark", "oath", "ward", "fall", "kin", "light", "rest", "call")


@component
class Masterworks(Component):
    """Draws masterworks, their bonuses and names from a stream of its own."""

    # Before it arrives, at REACT.
    @handles(Spawn, REACT - 19, via="world")
    def let_some_be_better(self, spawn: Spawn, world: World) -> None:
        """Perhaps publish that an item on a level is a masterwork."""
        made = spawn.made
        quality = None if made is None or spawn.holder is not None else made.get(Quality)
        if made is None or quality is None or spawn.level < 2:
            return
        odds = min(_ALL, quality.percent * (spawn.level - 1))
        if world.stream("masterworks").chance(odds, _ALL):
            world.publish(Distinguish(world.root, made))

    @handles(Distinguish, APPLY, via="world")
    def draw_how_much(self, distinguish: Distinguish, world: World) -> None:
        """Draw its bonuses, and a name that nothing else has."""
        stream = world.stream("masterworks")
        distinguish.better = stream.roll(1, distinguish.item[Quality].most)
        used = [split_label(item[Inscribed].name)[0] for item in world.having(Inscribed)]
        names = [first + last for first in _FIRST for last in _LAST]
        distinguish.called = stream.pick([name for name in names if name not in used] or names)
