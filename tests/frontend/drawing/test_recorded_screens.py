"""Whatever happens in recorded runs, nothing is lacking on the smallest screen, or cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bidden.frontend.drawing.board import draw_board
from bidden.frontend.drawing.canvas import fill, new_console
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.layout import layout_of
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


def fields_of(view: View) -> Iterator[str]:
    """Patterns of what stands in the header, in order."""
    yield rf"(D|Level ){view.level} "
    yield rf"T(urn )?{view.turn} "
    yield rf"HP +{view.hp}/{view.max_hp} "
    if view.max_mana:
        yield rf"MP +{view.mana}/{view.max_mana} "
    yield rf"(W{len(view.wounds)}/{view.max_wounds}|{len(view.wounds)}/{view.max_wounds} wounds)"
    if view.bond is not None and view.bond.last_way:
        yield "Gate! "
    elif view.bond is not None and view.bond.runs:
        word = "Gate|GATE" if view.bond.fulfilled else "Term|TERM"
        yield rf"(?:{word}) {max(0, view.bond.left)}{'!' if view.bond.presses else ' '}"
    yield rf"(F{view.foes}[ !]|No foe|{view.foes} foe)"
    if view.boons:
        yield rf"{view.boons[0].name} ×{view.boons[0].uses}"
    yield r"  \? help"


@pytest.mark.parametrize("journal", ["run_won", "run_lost"])
def test_every_field_is_in_the_header_of_every_view_and_none_is_cut(journal: str) -> None:
    for view in views_of(journal, 25):
        for width, height in ((80, 24), (110, 30), (200, 50)):
            rows = board_of(view, width, height)
            assert re.search(".*".join(fields_of(view)), rows[0]), rows[0]
            told = "\n".join(rows)
            for name in (*view.wounds, *(name for name, _ in view.lasting), view.hunger):
                assert name in told


def is_too_long(row: str, view: View, width: int) -> bool:
    """Say whether a row is of a foe whose name, with a gap and its health, has no room."""
    name, health = row[2:].split("…")
    return any(
        foe.name.startswith(name)
        and foe.health == health.strip()
        and 2 + len(foe.name) + 2 + len(foe.health) > width
        for foe in view.foes_seen
    )


@pytest.mark.parametrize("size", [(110, 30), (200, 50)])
def test_map_log_and_side_bar_keep_to_themselves(size: tuple[int, int]) -> None:
    layout = layout_of(*size)
    for view in views_of("run_lost", 40):
        rows = [row.ljust(size[0]) for row in board_of(view, *size)]
        least = [row.ljust(80) for row in board_of(view, 80, 24)]
        assert [row[layout.map.x : layout.map.right] for row in rows[1:21]] == least[1:21]
        assert layout.side is not None
        assert all(row[layout.side.x - 1] == " " for row in rows[1:])
        beside = [row[layout.side.x :] for row in rows[1:]]
        foes = next(n for n, row in enumerate(beside) if re.match(r"(?:!{1,2} )?(No|\d+) foe", row))
        assert "…" not in "".join(beside[:foes])
        for row in beside[foes:]:  # of foes long names are cut, and their health is not
            assert "…" not in row or is_too_long(row.rstrip(), view, layout.side.width)
