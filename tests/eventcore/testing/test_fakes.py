"""Fakes do what a test says, and refuse what it did not say."""

from collections.abc import Callable
from typing import Any

import pytest

from eventcore import RegistrationError, World, save_world
from eventcore.errors import DispatchError
from eventcore.testing import RecordingObserver, ScriptedStream, stub
from eventcore.testing.fakes import ScriptError
from tests.eventcore.worlds.bodies import Body, Boots, Move, Track


def test_a_script_gives_what_it_says_and_counts_it() -> None:
    stream = ScriptedStream("combat", [3, 0, True, "b", ["c", "a"]])
    items = ["a", "c"]
    assert stream.roll(1, 6) == 3
    assert stream.below(2) == 0
    assert stream.chance(1, 3) is True
    assert stream.pick(["a", "b"]) == "b"
    stream.shuffle(items)
    assert (items, stream.draws, stream.left) == (["c", "a"], 5, [])


@pytest.mark.parametrize(
    ("gives", "method", "arguments", "said"),
    [
        (7, "roll", (1, 6), "gives 7 for roll(1, 6): give a whole number from 1 to 6"),
        (0, "roll", (1, 6), "gives 0 for roll(1, 6): give a whole number from 1 to 6"),
        (True, "roll", (0, 6), "gives True for roll(0, 6): give a whole number from 0 to 6"),
        (2, "below", (2,), "gives 2 for below(2): give a whole number from 0 to 1"),
        (1, "chance", (1, 2), "gives 1 for chance(1, 2): give True or False"),
        (True, "chance", (0, 2), "give False, for it never comes true"),
        (False, "chance", (2, 2), "give True, for it always does"),
        ("z", "pick", (["a"],), "gives 'z' for pick(): give one of ['a']"),
        (["a", "a"], "shuffle", (["a", "b"],), "give ['a', 'b'] in any order"),
        (3, "shuffle", (["a", "b"],), "give ['a', 'b'] in any order"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_what_can(
    gives: Any, method: str, arguments: tuple[Any, ...], said: str
) -> None:
    stream = ScriptedStream("combat", [gives])
    with pytest.raises(ScriptError) as caught:
        getattr(stream, method)(*arguments)
    assert str(caught.value).startswith("stream 'combat': its script gives ")
    assert str(caught.value).endswith(said)


def test_a_script_gives_what_distributions_draw() -> None:
    stream = ScriptedStream("dice", [12, -3, 5, "b", ["y", "x"]])
    drawn = [stream.exponential(10), stream.normal(0, 2), stream.triangular(1, 9, 5)]
    assert drawn == [12, -3, 5]
    assert stream.weighted("abc", [1, 2, 0]) == "b"
    assert (stream.shuffled(["x", "y"]), stream.left, stream.draws) == (["y", "x"], [], 5)


@pytest.mark.parametrize(
    ("given", "draw", "said"),
    [
        (-1, lambda s: s.exponential(10), r"-1 for exponential\(10\)"),
        (0.5, lambda s: s.normal(0, 1), r"0.5 for normal\(0, 1\)"),
        (10, lambda s: s.triangular(1, 9, 5), "a whole number from 1 to 9"),
        ("c", lambda s: s.weighted("abc", [1, 2, 0]), r"one of \['a', 'b'\]"),
    ],
)
def test_a_distribution_does_not_draw_what_it_cannot(
    given: Any, draw: Callable[[ScriptedStream], object], said: str
) -> None:
    with pytest.raises(ScriptError, match=said):
        draw(ScriptedStream("dice", [given]))


def test_a_script_that_is_over_says_which_draw_it_lacks() -> None:
    stream = ScriptedStream("combat", [1])
    stream.roll(1, 6)
    with pytest.raises(ScriptError) as caught:
        stream.roll(1, 4)
    assert str(caught.value) == "stream 'combat': roll(1, 4) is draw 2, and its script has 1"


def test_a_world_with_a_script_cannot_be_saved() -> None:
    world = World(components=[])
    world._streams["combat"] = ScriptedStream("combat", [])
    with pytest.raises(ScriptError, match="is scripted, so its world cannot be saved"):
        save_world(world)


def test_an_observer_keeps_what_it_is_told_in_order() -> None:
    world, seen = World(components=[Track]), RecordingObserver()
    walker = world.spawn(Track(x=3))
    world.observe(Move, seen)
    moves = [world.publish(Move(walker, dx)) for dx in (1, -1)]
    assert (seen.events, list(seen), seen.names) == (moves, moves, ["Move", "Move"])


def test_a_stub_has_its_components_and_a_handler_can_be_called_with_it() -> None:
    track = Track(x=3)
    walker = stub(track, Body(wounds=2), id=7)
    world = World(components=[])
    move = Move(walker, 1)
    walker[Track].stop_at_the_wall(move, world)
    assert (move.reason, track.entity, walker[Body].wounds, walker.id) == ("wall", walker, 2, 7)


def test_a_stub_belongs_to_no_world() -> None:
    world = World(components=[Track])
    with pytest.raises(DispatchError):
        world.publish(Move(stub(Track()), 1))


def test_a_stub_has_one_component_of_a_class_and_only_its_own() -> None:
    with pytest.raises(RegistrationError, match="one component of a class"):
        stub(Track(), Track())
    track = Track()
    stub(track)
    other = Boots()
    with pytest.raises(RegistrationError, match=r"is attached to Entity\(0\)"):
        stub(other, track)
    assert stub(other)[Boots] is other  # what is refused attaches nothing
