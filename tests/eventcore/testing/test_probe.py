"""A probe publishes an event and tells what became of it, whatever the world."""

import pytest

from eventcore import Outcome, RegistrationError, World
from eventcore.testing import Probe
from eventcore.testing.plugin import MakeProbe, MakeWorld
from tests.eventcore.testing.yard import Boots, Flesh, Hit, Move, Thorns, Track


def test_a_run_says_what_became_of_the_event(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track)
    walker = world.spawn(Track(x=2))
    run = probe(world).publish(Move(walker, 1))
    assert (run.done, run.failed, run.outcome, run.reason, run.by) == (
        True, False, Outcome.DONE, "", "",
    )  # fmt: skip
    run.assert_done()
    assert walker[Track].x == 3


def test_a_run_says_who_vetoed_and_why(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track)
    run = probe(world).publish(Move(world.spawn(Track(x=3)), 1))
    assert (run.failed, run.reason, run.by) == (True, "wall", "Track.stop_at_the_wall")
    run.assert_failed("wall")
    run.assert_failed("wall", by=Track.stop_at_the_wall)
    assert run.order == ["Track.stop_at_the_wall"]


def test_a_veto_by_the_bus_is_nobodys(small_world: MakeWorld, probe: MakeProbe) -> None:
    run = probe(world := small_world(Track)).publish(Move(world.spawn(), 1))
    assert (run.reason, run.by, run.order) == ("nothing", "", [])


def test_a_run_says_who_ran_in_which_order_and_what_each_changed(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Track, Boots)
    run = probe(world).publish(Move(world.spawn(Track(), Boots()), 1))
    assert run.order == ["Track.stop_at_the_wall", "Boots.stretch", "Track.step"]
    assert run.changes == ["Boots.stretch: dx 1 → 2", "Track.step: Track.x 0 → 2"]
    assert (run.history("dx"), run.history("Track.x")) == ([1, 2], [0, 2])
    assert run.story("dx") == "dx 1 → 2 (Boots.stretch)"


def test_a_field_that_is_not_there_has_no_history(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track)
    run = probe(world).publish(Move(world.spawn(Track()), 1))
    with pytest.raises(LookupError, match="'speed' is no field of <Move #1 entity 2: done"):
        run.history("speed")


def test_a_run_has_all_that_was_published_beneath_it_and_no_more(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Track, Thorns, Flesh, streams={"combat": [3, 1]})
    walker = world.spawn(Track(), Thorns(), Flesh())
    first, second = (probe(world).publish(Move(walker, 1)) for _ in range(2))
    assert first.beneath == second.beneath == ["Hit"]
    assert first.heard == second.heard == ["Move", "Hit"]
    assert second.find(Hit).sequence == 4
    assert walker[Flesh].hp == 5
    with pytest.raises(LookupError, match=r"no Move was published beneath <Move #3 .*, only"):
        second.find("Move")


def test_chosen_handlers_run_alone(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track, Boots)
    walker = world.spawn(Track(x=3), Boots())
    run = probe(world).publish(Move(walker, 1), only=[Track.step])
    assert (run.done, run.order, walker[Track].x) == (True, ["Track.step"], 4)
    assert probe(world).publish(Move(walker, 1)).reason == "wall"
    with pytest.raises(RegistrationError, match=r"only='Track\.jump': the chain of Move has Track"):
        probe(world).publish(Move(walker, 1), only=["Track.jump"])


def test_what_chosen_handlers_publish_goes_down_its_whole_chain(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Track, Thorns, Flesh, streams={"combat": [2]})
    walker = world.spawn(Track(), Thorns(), Flesh())
    run = probe(world).publish(Move(walker, 1), only=[Thorns.prick])
    assert [call.handler.label for call in run.find(Hit).calls] == [
        "Flesh.toughen", "Flesh.bleed", "Flesh.cry",
    ]  # fmt: skip


def test_a_chain_is_shown_in_order(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track, Boots)
    walker = world.spawn(Track(), Boots())
    assert probe(world).order(Move, walker) == [
        "Track.stop_at_the_wall", "Boots.stretch", "Track.step",
    ]  # fmt: skip


def test_a_requirement_that_fails_tells_all_that_went_on(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Track)
    run = probe(world).publish(Move(world.spawn(Track(x=3)), 1))
    with pytest.raises(AssertionError) as caught:
        run.assert_done()
    assert str(caught.value).splitlines() == [
        "<Move #1 entity 2: failed (wall) by Track.stop_at_the_wall · dx 1> should have been done",
        "Move #1 entity 2: failed (wall) by Track.stop_at_the_wall · dx 1",
    ]
    with pytest.raises(AssertionError, match=r"should have failed \(web\)\n"):
        run.assert_failed("web")
    with pytest.raises(AssertionError, match=r"should have failed \(wall\) by Boots\.stretch\n"):
        run.assert_failed("wall", by="Boots.stretch")


def test_a_world_of_any_make_can_be_probed() -> None:
    world = World(components=[Track], debug=True)
    walker = world.spawn(Track())
    world.publish(Move(walker, 1))
    probe = Probe(world, name=lambda entity: "ann" if entity is walker else "")
    probe.publish(Move(walker, 1))
    world.publish(Move(walker, -1))
    assert probe.lines() == [
        "Move #2 ann: done · dx 1",
        "  Track.step  Track.x 1 → 2",
        "Move #3 ann: done · dx -1",
        "  Track.step  Track.x 2 → 1",
    ]


def test_a_turn_begins_with_its_tick(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track)
    assert [probe(world).turn().event.sequence for _ in range(2)] == [1, 2]
    assert world.turn == 2


def test_two_probes_of_a_world_are_one(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track)
    assert probe(world) is probe(world)
    assert probe(small_world(Track)) is not probe(world)
