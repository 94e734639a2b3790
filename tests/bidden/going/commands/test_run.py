"""Running goes straight on and round bends, and stops where there is something to decide."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.going.commands.run import Run
from bidden.going.known.notes import Notes
from tests.bidden.going.walking import OPTIONS, level, steps, walk


@pytest.mark.parametrize(
    ("drawing", "way", "done"),
    [
        ("########\n#@.....#\n########", (1, 0), "lllll"),
        ("####\n#@.#\n##.#\n##.#\n####", (1, 0), "ljj"),
        ("#######\n#@....#\n###.###\n###.###", (1, 0), "ll"),
        ("######\n#@..+.\n######", (1, 0), "ll"),
        ("######\n#@.'..\n######", (1, 0), "ll"),
        ("######\n#@.!..\n######", (1, 0), "ll"),
        ("####\n#@.#\n####", (-1, 0), ""),
        ("####\n#@^#\n####", (1, 0), ""),
    ],
)
def test_it_runs(
    drawing: str, way: tuple[int, int], done: str, snapshot: SnapshotAssertion
) -> None:
    view = level(drawing, {"!": "a thing", "^": "a dart trap"})
    habits = type(OPTIONS)(pick_up=())
    assert walk(Run(Notes(), habits, *way), view) == (steps(done), snapshot)
