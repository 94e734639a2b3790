"""A scripted stream draws what a test lists, and rejects everything else."""

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import save_world
from eventcore.testing import MakeWorld
from eventcore.testing.fakes import ScriptedStream, ScriptError


def test_script_is_drawn_in_order_and_counted() -> None:
    stream, items = ScriptedStream("combat", [3, 0, True, "b", ["c", "a"]]), ["a", "c"]
    assert stream.roll(1, 6) == 3
    assert stream.below(2) == 0
    assert stream.chance(1, 3) is True
    assert stream.pick(["a", "b"]) == "b"
    stream.shuffle(items)
    assert (items, stream.draws, stream.left) == (["c", "a"], 5, [])
    stream = ScriptedStream("dice", [12, -3, "b", ["y", "x"]])
    assert [stream.exponential(10), stream.normal(0, 2)] == [12, -3]
    assert stream.weighted("abc", [1, 2, 0]) == "b"
    assert stream.shuffled(["x", "y"]) == ["y", "x"]


@pytest.mark.parametrize(
    ("given", "draw"),
    [
        (7, lambda s: s.roll(1, 6)),
        (0, lambda s: s.roll(1, 6)),
        (True, lambda s: s.roll(0, 6)),
        (2, lambda s: s.below(2)),
        (1, lambda s: s.chance(1, 2)),
        (True, lambda s: s.chance(0, 2)),
        (False, lambda s: s.chance(2, 2)),
        ("z", lambda s: s.pick(["a"])),
        (["a", "a"], lambda s: s.shuffle(["a", "b"])),
        (3, lambda s: s.shuffle(["a", "b"])),
        (-1, lambda s: s.exponential(10)),
        (0.5, lambda s: s.normal(0, 1)),
        ("c", lambda s: s.weighted("abc", [1, 2, 0])),
        (None, lambda s: (s.pick([None]), s.roll(1, 4))),
    ],
)
def test_draw_that_the_script_cannot_give_is_rejected(
    given: Any, draw: Callable[[ScriptedStream], object], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(ScriptError) as error:
        draw(ScriptedStream("combat", [given]))
    assert str(error.value) == snapshot


def test_world_with_a_script_cannot_be_saved(small_world: MakeWorld) -> None:
    with pytest.raises(ScriptError):
        save_world(small_world(streams={"combat": [1]}, allow_leftover=["combat"]))
