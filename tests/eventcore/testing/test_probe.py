"""A probe publishes events in any world, and records all their consequences."""

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Change,
    Component,
    Entity,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import DispatchError
from eventcore.resources import Join, Server
from eventcore.testing import MakeProbe, MakeWorld
from eventcore.testing.probe import Probe
from tests.eventcore.worlds.bodies import Boots, Move, Track


@event
class Hit(Change):
    target: Entity = role()
    strength: int = 0


@component
class Thorns(Component):
    @handles(Move, RESOLVE)
    def prick(self, move: Move, world: World) -> None:
        world.publish(Hit(self.entity, self.entity, 4))


@component
class Flesh(Component):
    hp: int = 9

    @handles(Hit, MODIFY, role="target")
    def toughen(self, hit: Hit, world: World) -> None:
        hit.strength -= 1

    @handles(Hit, APPLY, role="target")
    def bleed(self, hit: Hit, world: World) -> None:
        self.hp -= world.stream("combat").roll(1, hit.strength)

    @handles(Hit, REACT, role="target")
    def cry(self, hit: Hit, world: World) -> None:
        pass


@component
class Vampire(Component):
    """Takes hit points from another entity without a Change."""

    @handles(Hit, APPLY, role="enactor")
    def drink(self, hit: Hit, world: World) -> None:
        hit.enactor[Flesh].hp += 1
        hit.target[Flesh].hp -= 1


@component
class Dodge(Component):
    @handles(Move, AIM)
    def turn_round(self, move: Move, world: World) -> None:
        move.replace(Hit(move.enactor, move.enactor, 1))


@component
class Gambler(Component):
    @handles(Move, VALIDATE)
    def toss(self, move: Move, world: World) -> None:
        world.stream("luck").roll(1, 6)


@component
class Shield(Component):
    @handles(Hit, VALIDATE, role="target")
    def ward_off(self, hit: Hit, world: World) -> None:
        hit.fail("shield")


def test_result_has_outcome_order_and_changes(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track, Boots)
    run = probe(world).publish(Move(world.spawn(Track(), Boots()), 1))
    assert (run.done, run.failed, run.reason, run.by) == (True, False, "", "")
    run.assert_done()
    assert run.order == ["Track.stop_at_the_wall", "Boots.stretch", "Track.step"]
    assert run.changes == ["Boots.stretch: dx 1 → 2", "Track.step: Track.x 0 → 2"]
    assert (run.history("dx"), run.history("Track.x")) == ([1, 2], [0, 2])
    with pytest.raises(LookupError):
        run.history("speed")


def test_result_names_the_handler_that_refused(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track)
    run = probe(world).publish(Move(world.spawn(Track(x=3)), 1))
    assert (run.failed, run.reason, run.by) == (True, "wall", "Track.stop_at_the_wall")
    run.assert_failed("wall")
    run.assert_failed("wall", by=Track.stop_at_the_wall)
    assert run.order == ["Track.stop_at_the_wall"]
    unheard = probe(world).publish(Move(world.spawn(), 1))
    assert (unheard.failed, unheard.by, unheard.order) == (True, "", [])


def test_failed_assertion_shows_what_happened(
    small_world: MakeWorld, probe: MakeProbe, snapshot: SnapshotAssertion
) -> None:
    world = small_world(Track)
    run = probe(world).publish(Move(world.spawn(Track(x=3)), 1))
    with pytest.raises(AssertionError) as caught:
        run.assert_done()
    assert str(caught.value) == snapshot
    with pytest.raises(AssertionError):
        run.assert_failed("web")
    with pytest.raises(AssertionError):
        run.assert_failed("wall", by="Boots.stretch")


def test_result_has_only_the_events_it_caused(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track, Thorns, Flesh, streams={"combat": [3, 1]})
    walker = world.spawn(Track(), Thorns(), Flesh())
    first, second = (probe(world).publish(Move(walker, 1)) for _ in range(2))
    assert first.beneath == second.beneath == ["Hit"]
    assert second.find(Hit).event.sequence == 4
    assert [run.find(Hit).history("Flesh.hp") for run in (first, second)] == [[9, 6], [6, 5]]
    assert walker[Flesh].hp == 5
    with pytest.raises(LookupError):
        second.find("Move")


def test_missing_history_names_the_caused_event_that_has_it(
    small_world: MakeWorld, probe: MakeProbe, snapshot: SnapshotAssertion
) -> None:
    world = small_world(Track, Thorns, Flesh, streams={"combat": [3]})
    run = probe(world).publish(Move(world.spawn(Track(), Thorns(), Flesh()), 1))
    with pytest.raises(LookupError) as caught:
        run.history("Flesh.hp")
    assert caught.value.args == snapshot


def test_trace_shows_scripted_draws(
    small_world: MakeWorld, probe: MakeProbe, snapshot: SnapshotAssertion
) -> None:
    world = small_world(Flesh, streams={"combat": [3]})
    body = world.spawn(Flesh())
    assert str(probe(world).publish(Hit(body, body, 5))) == snapshot


def test_scripted_draw_above_the_commit_line_is_refused(small_world: MakeWorld) -> None:
    world = small_world(Gambler, streams={"luck": [3]}, allow_leftover=["luck"])
    with pytest.raises(DispatchError, match="at APPLY or later"):
        world.publish(Move(world.spawn(Gambler()), 1))


def test_changes_leave_out_components_of_the_library(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Server)
    run = probe(world).publish(Join(world.spawn(), world.spawn(Server())))
    run.assert_done()
    assert run.changes == []
    assert run.history("Server.arrived") == [0, 1]


def test_caused_event_has_the_same_result_as_a_published_event(
    small_world: MakeWorld, probe: MakeProbe, snapshot: SnapshotAssertion
) -> None:
    world = small_world(Track, Thorns, Flesh, Shield)
    run = probe(world).publish(Move(world.spawn(Track(), Thorns(), Flesh(), Shield()), 1))
    hit = run.find(Hit)
    hit.assert_failed("shield", by=Shield.ward_off)
    assert (hit.event.cause, hit.by, hit.order) == (run.event, "Shield.ward_off", [hit.by])
    with pytest.raises(AssertionError) as caught:
        hit.assert_done()
    assert str(caught.value) == snapshot


def test_muted_handlers_do_not_run(small_world: MakeWorld, probe: MakeProbe) -> None:
    world = small_world(Track, Boots, mute=["Track.stop_at_the_wall", "Boots.stretch"])
    walker = world.spawn(Track(x=3), Boots())
    run = probe(world).publish(Move(walker, 1))
    assert (run.done, run.order, walker[Track].x) == (True, ["Track.step"], 4)


def test_any_world_can_be_probed_until_the_probe_is_detached(snapshot: SnapshotAssertion) -> None:
    world = World(components=[Track], debug=True)
    walker = world.spawn(Track())
    world.publish(Move(walker, 1))
    probe = Probe(world, name=lambda entity: "ann" if entity is walker else "")
    probe.publish(Move(walker, 1))
    world.publish(Move(walker, -1))
    probe.detach()
    world.publish(Move(walker, 1))
    assert probe.lines() == snapshot


def test_probe_refuses_a_simulation_passed_instead_of_its_world(
    probe: MakeProbe, chain: Callable[..., list[str]]
) -> None:
    simulation = Simulation()
    calls: list[Callable[[Any], object]] = [probe, Probe, lambda world: chain(world, Move)]
    for call in calls:
        with pytest.raises(
            TypeError, match=r" is not a World: pass one, such as simulation\.world$"
        ):
            call(simulation)


def test_changes_of_other_entities_in_the_roles_are_seen(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Vampire, Flesh, mute=["Flesh.toughen", "Flesh.bleed", "Flesh.cry"])
    one, other = world.spawn(Vampire(), Flesh(hp=3)), world.spawn(Flesh(hp=5))
    run = probe(world).publish(Hit(one, other, 2))
    assert run.changes == ["Vampire.drink: Flesh.hp 3 → 4", "Vampire.drink: Flesh.hp 5 → 4"]


def test_refusal_of_a_replacement_names_its_handler(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Dodge, Shield)
    run = probe(world).publish(Move(world.spawn(Dodge(), Shield()), 1))
    run.assert_failed("shield", by=Shield.ward_off)
    assert run.by == "Shield.ward_off"
