"""Running goes straight on and round bends, and stops where there is something to decide."""

from __future__ import annotations

import pytest

from bidden.going.notes import Notes
from bidden.going.run import Run
from tests.bidden.going.walking import OPTIONS, level, steps, walk


@pytest.mark.parametrize(
    ("drawing", "way", "done", "reason"),
    [
        ("########\n#@.....#\n########", (1, 0), "lllll", "Before you is a wall."),
        ("####\n#@.#\n##.#\n##.#\n####", (1, 0), "ljj", "Before you is a wall."),
        ("#######\n#@....#\n###.###\n###.###", (1, 0), "ll", "Another way opens."),
        ("######\n#@..+.\n######", (1, 0), "ll", "A shut door is before you."),
        ("######\n#@.'..\n######", (1, 0), "ll", "You are at a door."),
        ("######\n#@.!..\n######", (1, 0), "ll", "Here lies a thing."),
        ("####\n#@.#\n####", (-1, 0), "", "Before you is a wall."),
        ("####\n#@^#\n####", (1, 0), "", "Before you is a dart trap."),
    ],
)
def test_it_runs(drawing: str, way: tuple[int, int], done: str, reason: str) -> None:
    view = level(drawing, {"!": "a thing", "^": "a dart trap"})
    habits = type(OPTIONS)(pick_up=())
    assert walk(Run(Notes(), habits, *way), view) == (steps(done), reason)
