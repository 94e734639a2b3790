"""A probe publishes an event and tells what became of it, whatever the world."""

from typing import Any

import attrs
import pytest

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
    Query,
    RegistrationError,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import DispatchError
from eventcore.outcome import Outcome
from eventcore.testing.plugin import MakeProbe, MakeWorld
from eventcore.testing.probe import Probe
from tests.eventcore.worlds.bodies import Boots, Move, Track


@event
class Hit(Change):
    """Someone is hit."""

    target: Entity = role()
    strength: int = 0


@component
class Thorns(Component):
    """Whoever moves is hurt."""

    @handles(Move, RESOLVE)
    def prick(self, move: Move, world: World) -> None:
        world.publish(Hit(self.entity, self.entity, 4))


@component
class Flesh(Component):
    """Hit points."""

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
    with pytest.raises(LookupError, match="'speed' is no field of Move #1, and nobody"):
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
    assert [run.find(Hit).history("Flesh.hp") for run in (first, second)] == [[9, 6], [6, 5]]
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


def test_chosen_handlers_are_given_only_what_can_be_published(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Track, Boots, Arm)
    walker, nobody = world.spawn(Track(), Boots(), Arm()), Move(None, 1)  # type: ignore[arg-type]
    for thing, said in (
        (HowHard(walker), "HowHard is a Query: ask it with world.ask"),
        (nobody, "Move.enactor is None: a role holds an Entity"),
        (Move, "Move is a class: publish or ask an instance of it"),
    ):
        with pytest.raises(DispatchError, match=said):
            probe(world).publish(thing, only=[])  # type: ignore[arg-type]
    assert probe(world).publish(Move(walker, 1), only=[Track.step]).done


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
        "  Track.stop_at_the_wall",
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
        "  Track.stop_at_the_wall",
        "  Track.step  Track.x 1 → 2",
        "Move #3 ann: done · dx -1",
        "  Track.stop_at_the_wall",
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


def test_whoever_asks_for_a_probe_may_name_the_entities(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Track)
    walker = world.spawn(Track())
    probe(world, lambda entity: "ann").publish(Move(walker, 1))
    probe(world).publish(Move(walker, 1))
    assert [line for line in probe(world).lines() if line[0] != " "] == [
        "Move #1 ann: done · dx 1",
        "Move #2 ann: done · dx 1",
    ]


def test_a_handler_is_named_by_its_method_wherever_it_is_declared(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    @component
    class Trail(Track):
        """A track that is declared here; its handlers are inherited."""

    @component
    class Gate(Component):
        @handles(Move, VALIDATE)
        def stay_shut(self, move: Move, world: World) -> None:
            move.fail("shut")

    world = small_world(Trail, Gate)
    run = probe(world).publish(Move(world.spawn(Trail()), 1), only=[Trail.step])
    assert run.order == ["Trail.step"]
    run = probe(world).publish(Move(world.spawn(Gate()), 1), only=[Gate.stay_shut])
    run.assert_failed("shut", by=Gate.stay_shut)


def test_a_handler_is_named_by_its_bound_method_too(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Track)
    walker = world.spawn(Track(x=3))
    run = probe(world).publish(Move(walker, 1), only=[walker[Track].stop_at_the_wall])
    run.assert_failed("wall", by=walker[Track].stop_at_the_wall)


@pytest.mark.parametrize("only", ["Track.step", Track.step, 5, [3], [Track.step, None]])
def test_chosen_handlers_are_a_list(small_world: MakeWorld, probe: MakeProbe, only: Any) -> None:
    world = small_world(Track)
    with pytest.raises(RegistrationError, match="give a list of handlers, as in only="):
        probe(world).publish(Move(world.spawn(Track()), 1), only=only)


@component
class Vampire(Component):
    """Takes what the other loses, by hand, where a Change would be right."""

    @handles(Hit, APPLY)
    def drink(self, hit: Hit, world: World) -> None:
        hit.enactor[Flesh].hp += 1
        hit.target[Flesh].hp -= 1


def test_what_a_handler_changes_of_others_in_the_roles_is_seen(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Vampire, Flesh)
    one, other = world.spawn(Vampire(), Flesh(hp=3)), world.spawn(Flesh(hp=5))
    run = probe(world).publish(Hit(one, other, 2), only=[Vampire.drink])
    assert run.changes == ["Vampire.drink: Flesh.hp 3 → 4", "Vampire.drink: Flesh.hp 5 → 4"]


@component
class Dodge(Component):
    """Whoever moves is hit instead."""

    @handles(Move, AIM)
    def turn_round(self, move: Move, world: World) -> None:
        move.replace(Hit(move.enactor, move.enactor, 1))


@component
class Shield(Component):
    @handles(Hit, VALIDATE, role="target")
    def ward_off(self, hit: Hit, world: World) -> None:
        hit.fail("shield")


def test_of_what_was_replaced_and_refused_the_refuser_is_named(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Dodge, Shield)
    run = probe(world).publish(Move(world.spawn(Dodge(), Shield()), 1))
    run.assert_failed("shield", by=Shield.ward_off)
    assert (run.by, run.replaced_by) == ("Shield.ward_off", "Dodge.turn_round")


@event
class HowHard(Query):
    """How hard does someone hit?"""

    strength: int = 1


@component
class Arm(Component):
    @handles(HowHard, MODIFY)
    def add(self, question: HowHard, world: World) -> None:
        question.strength += 3

    @handles(HowHard, MODIFY)
    def double(self, question: HowHard, world: World) -> None:
        question.strength *= 2


def test_a_question_is_answered_with_who_had_a_part_in_it(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Arm)
    fighter = world.spawn(Arm())
    answer = probe(world).ask(HowHard(fighter))
    assert (answer.query.strength, answer.query.done) == (8, True)
    assert answer.order == ["Arm.add", "Arm.double"]
    assert answer.history("strength") == [1, 4, 8]
    assert answer.changes == ["Arm.add: strength 1 → 4", "Arm.double: strength 4 → 8"]
    assert probe(world).ask(HowHard(fighter), only=[Arm.double]).query.strength == 2
    assert world.ask(HowHard(fighter)).strength == 8
    with pytest.raises(LookupError, match="'hp' is no field of <HowHard done"):
        answer.history("hp")
    with pytest.raises(DispatchError):
        probe(world).ask(answer.query)


@event
class WhoIsThere(Query):
    found: list[int] = attrs.Factory(list)


@component
class Door(Component):
    @handles(WhoIsThere, MODIFY)
    def append(self, question: WhoIsThere, world: World) -> None:
        question.found.append(1)

    @handles(WhoIsThere, MODIFY)
    def extend(self, question: WhoIsThere, world: World) -> None:
        question.found += [2]

    @handles(WhoIsThere, MODIFY)
    def replace(self, question: WhoIsThere, world: World) -> None:
        question.found = [*question.found, 3]


def test_what_an_answer_gathers_in_place_is_seen_step_by_step(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Door)
    answer = probe(world).ask(WhoIsThere(world.spawn(Door())))
    assert answer.history("found") == [[], [1], [1, 2], [1, 2, 3]]
    assert answer.changes == [
        "Door.append: found [] → [1]",
        "Door.extend: found [1] → [1, 2]",
        "Door.replace: found [1, 2] → [1, 2, 3]",
    ]


def test_a_detached_probe_leaves_the_world_and_keeps_what_it_knows(small_world: MakeWorld) -> None:
    world = World(components=[Track])
    walker, probe = world.spawn(Track()), Probe(world)
    probe.publish(Move(walker, 1))
    probe.detach()
    world.publish(Move(walker, 1))
    assert [line[:7] for line in probe.lines() if line[0] != " "] == ["Move #1"]
    assert not world._router.taps


@component
class Echo(Component):
    """Publishes by a probe, in the midst of another event."""

    probe: Any = None

    @handles(Move, REACT)
    def answer(self, move: Move, world: World) -> None:
        if move.dx > 0:
            assert self.probe.publish(Move(self.entity, -1)).done


def test_a_probe_publishes_from_within_a_handler_too(
    small_world: MakeWorld, probe: MakeProbe
) -> None:
    world = small_world(Track, Echo)
    walker = world.spawn(Track(), Echo())
    walker[Echo].probe = probe(world)
    run = probe(world).publish(Move(walker, 1))
    assert (run.beneath, walker[Track].x) == (["Move"], 0)
    assert [line.split(" ")[0] for line in map(str.strip, probe(world).lines())].count("Move") == 2
