"""Running goes straight on and round bends, and stops where there is something to decide."""

from __future__ import annotations

import pytest

from bidden.going.commands.run import Run
from bidden.going.known.notes import Notes
from tests.bidden.going.walking import OPTIONS, level, steps, walk
from tests.frontend.fakes import line


@pytest.mark.parametrize(
    ("drawing", "way", "done", "reason"),
    [
        ("########\n#@.....#\n########", (1, 0), "lllll", "Before you is a wall."),
        ("####\n#@.#\n##.#\n##.#\n####", (1, 0), "ljj", "Before you is a wall."),
        ("#######\n#@....#\n###.###\n###.###", (1, 0), "ll", "The way forks."),
        ("######\n#@..+.\n######", (1, 0), "ll", "A closed door is ahead."),
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


@pytest.mark.parametrize(
    ("turns", "reason"),
    [((3, 4, 4), "You see here a thing and a rock."), ((4, 4, 5), "Here lies a thing.")],
    ids=["just now", "before"],
)
def test_who_stops_at_what_was_told_just_now_says_so_in_the_same_words(
    turns: tuple[int, ...], reason: str
) -> None:
    texts = ("You see here a dog.", "You see here a thing and a rock.", "A bat squeaks.")
    told = [line(text, turn=turn) for text, turn in zip(texts, turns, strict=True)]
    view = level("######\n#@.!..\n######", {"!": "a thing"}, lines=tuple(told))
    habits = type(OPTIONS)(pick_up=())
    assert walk(Run(Notes(), habits, 1, 0), view) == (steps("ll"), reason)
