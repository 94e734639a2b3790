"""Fakes do what a test tells them, and reject everything else."""

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import RegistrationError, World, save_world
from eventcore.errors import DispatchError
from eventcore.testing import ScriptedStream, stub
from eventcore.testing.fakes import ScriptError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Boots, Move, Track


def test_script_is_drawn_in_order_and_counted() -> None:
    stream, items = ScriptedStream("combat", [3, 0, True, "b", ["c", "a"]]), ["a", "c"]
    assert stream.roll(1, 6) == 3
    assert stream.below(2) == 0
    assert stream.chance(1, 3) is True
    assert stream.pick(["a", "b"]) == "b"
    stream.shuffle(items)
    assert (items, stream.draws, stream.left) == (["c", "a"], 5, [])
    stream = ScriptedStream("dice", [12, -3, 5, "b", ["y", "x"]])
    drawn = [stream.exponential(10), stream.normal(0, 2), stream.triangular(1, 9, 5)]
    assert drawn == [12, -3, 5]
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
        (10, lambda s: s.triangular(1, 9, 5)),
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
        save_world(small_world(streams={"combat": [1]}))


def test_handler_can_be_called_with_a_stub_that_belongs_to_no_world() -> None:
    track, world = Track(x=3), World(components=[])
    walker = stub(track, Body(wounds=2), id=7)
    move = Move(walker, 1)
    walker[Track].stop_at_the_wall(move, world)
    assert (move.reason, track.entity, walker[Body].wounds, walker.id) == ("wall", walker, 2, 7)
    with pytest.raises(DispatchError):
        World(components=[Track]).publish(Move(walker, 1))


def test_stub_has_one_component_of_a_class_that_is_attached_nowhere_else() -> None:
    with pytest.raises(RegistrationError):
        stub(Track(), Track())
    track, other = Track(), Boots()
    stub(track)
    with pytest.raises(RegistrationError):
        stub(other, track)
    assert stub(other)[Boots] is other  # the rejected stub attached nothing
