"""Shapes: of what sort a thing is can be told by its character, whatever its colour."""

from __future__ import annotations

from collections import defaultdict

from bidden.components.places.trap import Trap
from bidden.content.catalogue import load_catalogue
from bidden.frontend.drawing.ascii import ascii_for
from bidden.frontend.drawing.board import KEPT_OFF, THREATENED
from bidden.order import COMPONENTS
from bidden.state import CHASM, GATE, WALL, Fighter, Item, Look
from bidden.worldgen.shaping.carving import FLOOR

IN_DISGUISE = {"mimic", "gargoyle"}
"""Who is drawn as a thing, to be taken for one."""
ALIKE = {
    "S": {"Fighter", "fixture"},  # summoners, at the circle alone
}
"""What shares a character, and is told apart by what is behind it."""
BUILT = {
    WALL: "wall",
    FLOOR: "floor",
    CHASM: "chasm",
    THREATENED: "threat",
    KEPT_OFF: "kept off",
    "&": "trees",
} | {
    "+": "door",
    "'": "door",
    "X": "door",
    "<": "stair",
    ">": "stair",
    GATE: "gate",
}


def shapes() -> dict[str, set[str]]:
    """What sorts there are of what is drawn with each character."""
    found, made = defaultdict(set), load_catalogue(COMPONENTS)
    for name in made.blueprints:
        parts = {type(part): part for part in made.make(name)}
        sort = next((one.__name__ for one in (Fighter, Item, Trap) if one in parts), "fixture")
        look = parts.get(Look)
        if isinstance(look, Look) and name not in IN_DISGUISE and look.glyph not in BUILT:
            found[look.glyph].add(sort)
    for name, kind in made.ground.items():
        found[kind.glyph].add(name)
    for glyph, what in BUILT.items():
        found[glyph].add(what)
    return found


def test_no_creature_thing_trap_or_ground_shares_a_character() -> None:
    assert {one: sorts for one, sorts in shapes().items() if len(sorts) > 1} == ALIKE


def test_nor_does_any_of_them_in_ascii() -> None:
    plain = defaultdict[str, set[str]](set)
    for glyph, sorts in shapes().items():
        plain[ascii_for(glyph)] |= sorts
    assert {one: sorts for one, sorts in plain.items() if len(sorts) > 1} == ALIKE
