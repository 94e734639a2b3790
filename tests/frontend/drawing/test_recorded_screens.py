"""Recorded runs fit on the smallest screen: nothing is missing and nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from bidden.frontend.drawing.board import draw_board
from bidden.frontend.drawing.canvas import fill, new_console
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.layout import layout_of
from bidden.frontend.drawing.panels.side import foe_at
from bidden.frontend.drawing.pictures.render import text_of
from bidden.recording.player import JournalPlayer
from bidden.recording.playing import load
from bidden.view import View

pytestmark = pytest.mark.slow

JOURNALS = Path("tests/golden/journals")


def views_of(journal: str, every: int) -> Iterator[View]:
    path = JOURNALS / f"{journal}.jsonl"
    player = JournalPlayer(path, load(path), write=False)
    for position in range(0, player.length + 1, every):
        player.aim(position)
        while player.move_on():
            pass
        yield player.view()


def board_of(view: View, width: int, height: int) -> list[str]:
    console, palette = new_console(width, height), load_palette()
    fill(console, palette)
    draw_board(console, view, palette, hint="? help", more="m")
    return text_of(console).split("\n")


def numbers_of(view: View) -> Iterator[str]:
    """Return the numbers in the header, in order."""
    yield str(view.level)
    yield str(view.turn)
    yield f"{view.hp}/{view.max_hp}"
    if view.max_mana:
        yield f"{view.mana}/{view.max_mana}"
    yield f"{len(view.wounds)}/{view.max_wounds}"
    if view.bond is not None and view.bond.runs and not view.bond.last_way:
        yield f"{max(0, view.bond.left)}"
    if view.foes:
        yield str(view.foes)


@pytest.mark.parametrize("journal", ["run_won", "run_lost"])
def test_every_number_is_in_the_header_of_every_view(journal: str) -> None:
    for view in views_of(journal, 25):
        for width, height in ((80, 24), (110, 30), (200, 50)):
            rows = board_of(view, width, height)
            at = 0
            for number in numbers_of(view):
                at = rows[0].index(number, at) + len(number)
            assert rows[0].index("? help") > at
            told = "\n".join(rows).casefold()
            boons = [f"{boon.name} ×{boon.uses}" for boon in view.boons[:1]]
            for name in (*view.wounds, *(name for name, _ in view.lasting), view.hunger, *boons):
                assert name.casefold() in told


@pytest.mark.parametrize("size", [(110, 40), (200, 50)])
def test_side_bar_repeats_nothing_that_the_header_shows(size: tuple[int, int]) -> None:
    side = layout_of(*size).side
    assert side is not None
    for view in views_of("run_won", 80):
        rows = board_of(view, *size)
        beside = "\n".join(row[side.x : side.right] for row in rows[side.y : side.bottom])
        bond = () if view.bond is None else (f"{view.bond.left:,}/", f"{view.bond.left} turns")
        points = f"{view.hp}/{view.max_hp}", f"{view.mana}/{view.max_mana}"
        foes = f"{view.foes} enem", f"{len(view.wounds)}/"
        for fact in (f"Turn {view.turn}", f"Level {view.level}", *points, *bond, *foes):
            assert fact not in beside
        for boon in view.boons:
            assert f"{boon.name} ×" not in rows[0]


@pytest.mark.parametrize("size", [(110, 30), (200, 50)])
def test_map_and_side_bar_keep_apart_and_only_names_of_foes_are_cut(size: tuple[int, int]) -> None:
    layout, palette = layout_of(*size), load_palette()
    side = layout.side
    assert side is not None
    for recorded in views_of("run_lost", 40):
        view = attrs.evolve(recorded, lines=())  # messages may cover the map
        rows = [row.ljust(size[0]) for row in board_of(view, *size)]
        least = [row.ljust(80) for row in board_of(view, 80, 24)]
        assert [row[layout.map.x : layout.map.right] for row in rows[1:21]] == least[1:21]
        assert all(row[side.x - 1] == " " for row in rows[1:])
        for y in range(side.y, side.bottom):
            beside = rows[y][side.x : side.right].rstrip()
            if "…" in beside:
                at = foe_at(side.x, y, side, view, palette)
                (foe,) = (one for one in view.foes_seen if one.at == at)
                assert beside.endswith(foe.health)
                assert len(foe.name) + len(foe.health) + 4 > side.width
