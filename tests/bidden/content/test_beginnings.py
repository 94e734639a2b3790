"""Where a journey begins, no trap takes more than a sixth of a newcomer's hit points."""

from collections.abc import Iterator
from typing import Final

from bidden.components.body.health import Health
from bidden.components.places.trap import Trap
from bidden.content.catalogue import Catalogue, load_catalogue
from bidden.content.mods import FIRST
from bidden.order import COMPONENTS
from bidden.worldgen.level_builder import PLAYED
from eventcore import Component

BEGINNINGS: Final = 2
"""So many levels a journey begins with."""
SIXTH: Final = 6


def of(content: Catalogue, name: str, part: type[Component]) -> Component:
    return next(one for one in content.make(name) if isinstance(one, part))


def traps_of(content: Catalogue) -> Iterator[str]:
    """Yield the traps of the first levels, those of the rooms that are set into them too."""
    kind = content.level(FIRST)
    places = {place for level in kind.places[:BEGINNINGS] for place in level}
    for lots in (kind.traps, *(deeper.traps for deeper in kind.deeper[: BEGINNINGS - 1])):
        yield from lots.of
    for room in content.rooms.values():
        if room.first_level <= BEGINNINGS and places & {*room.places}:
            for mark in room.legend.values():
                yield from mark.traps


def harm_of(content: Catalogue, name: str) -> int:
    """Give the hit points that a trap takes at once, and by what it leaves on who springs it."""
    trap = of(content, name, Trap)
    assert isinstance(trap, Trap)
    kinds = [content.effects[effect] for effect in trap.power.effects]
    return -sum(
        kind.once.get("health", 0) + kind.turns * kind.each.get("health", 0) for kind in kinds
    )


def test_no_trap_of_the_first_two_levels_takes_more_than_a_sixth() -> None:
    content = load_catalogue(COMPONENTS)
    newcomer = of(content, PLAYED, Health)
    assert isinstance(newcomer, Health)
    harms = {name: harm_of(content, name) for name in traps_of(content)}
    assert harms["needle trap"]
    assert {name for name, harm in harms.items() if harm * SIXTH > newcomer.most} == {*()}
    assert harm_of(content, "dart trap") * SIXTH > newcomer.most  # which lies deeper
