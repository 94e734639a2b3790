"""A scripted stream draws the listed values, and rejects a draw that does not fit them."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    RESOLVE,
    VALIDATE,
    Action,
    Component,
    World,
    component,
    event,
    handles,
    rehearse,
    save_world,
)
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
def test_scripted_stream_rejects_a_draw_that_its_values_do_not_fit(
    given: Any, draw: Callable[[ScriptedStream], object], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(ScriptError) as error:
        draw(ScriptedStream("combat", [given]))
    assert str(error.value) == snapshot


@event
class Spin(Action):
    pass


@event
class Play(Action):
    pass


@component
class Wheel(Component):
    spun: list[int] = attrs.field(factory=list)

    @handles(Spin, APPLY)
    def spin(self, spin: Spin, world: World) -> None:
        self.spun.append(world.stream("wheel").roll(1, 9))

    @handles(Play, VALIDATE)
    def rehearse_spin(self, play: Play, world: World) -> None:
        assert rehearse(world, Spin(self.entity), Spin(self.entity)) is None

    @handles(Play, RESOLVE)
    def spin_twice(self, play: Play, world: World) -> None:
        for _ in range(2):
            world.publish(Spin(self.entity))


def test_rehearsal_draws_what_the_script_will_draw(small_world: MakeWorld) -> None:
    world = small_world(Wheel, streams={"wheel": [4, 2, 7, 5, 3]})
    player = world.spawn(Wheel())
    for _ in range(2):
        assert world.publish(Play(player)).done
    assert player[Wheel].spun == [4, 2, 7, 5]
    with pytest.raises(ScriptError, match="no value is left in the script for draw 6"):
        rehearse(world, Spin(player), Spin(player))
    assert world.stream("wheel").roll(1, 9) == 3


def test_world_with_a_script_cannot_be_saved(small_world: MakeWorld) -> None:
    with pytest.raises(ScriptError):
        save_world(small_world(streams={"combat": [1]}, allow_leftover=["combat"]))
