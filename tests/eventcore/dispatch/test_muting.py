"""Muting removes a handler from all chains of one world, but not of other worlds."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import MODIFY, Snapshot, World
from eventcore.errors import RegistrationError
from tests.eventcore.worlds.bodies import Move, Track, Weight, component_of, says

Scales = component_of("Scales", weigh=says("weigh", Weight, MODIFY), tick=says("-", Weight, MODIFY))


def test_muted_handler_is_left_out_of_every_chain(debug: bool) -> None:
    mute = ["Track.stop_at_the_wall", "Scales.weigh"]
    world = World(components=[Track, Scales], debug=debug, mute=mute)
    walker = world.spawn(Track(), Scales())
    assert world.preview(Move(walker, 9)).reason is None
    assert world.publish(Move(walker, 9)).done
    assert (walker[Track].x, world.ask(Weight(walker)).log) == (9, ["-"])
    assert [step.handler.label for step in world.plan(Move, walker).steps] == ["Track.step"]


def test_event_whose_only_handler_is_muted_fails_as_unhandled() -> None:
    world = World(components=[Track], mute=["Track.step"])
    assert world.publish(Move(world.spawn(Track()), 1)).reason == "unhandled"


def test_mute_applies_only_to_the_world_that_requests_it() -> None:
    World(components=[Track], mute=["Track.stop_at_the_wall"])
    world = World(components=[Track])
    walker = world.spawn(Track(x=3))
    assert world.publish(Move(walker, 1)).reason == "wall"
    muted = World(components=[Track], mute=["Track.stop_at_the_wall"])
    Snapshot(world).put_into(muted)
    assert muted.publish(Move(muted[walker.id], 1)).done


@pytest.mark.parametrize("mute", [["Track.stp"], ["x"], "Track.step"], ids=["near", "far", "text"])
def test_unknown_handler_cannot_be_muted(mute: Any, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RegistrationError) as error:
        World(components=[Track], mute=mute)
    assert str(error.value) == snapshot
