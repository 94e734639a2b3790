"""An event stores its outcome, the first outcome stands, and a failure is not an error."""

from typing import Any

import pytest

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    World,
    component,
    handles,
)
from eventcore.errors import DispatchError
from eventcore.outcome import CONTINUE, DONE, FAILED, REPLACED, UNHANDLED
from eventcore.phase import COMMIT
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Move,
    Run,
    Track,
    Walk,
    Weight,
    alone,
    component_of,
    does,
    fails,
    refuser,
    says,
)

Wall = component_of("Wall", stop=fails("wall", Walk, VALIDATE))


def test_event_that_passes_the_commit_phase_is_done(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    walk = Walk(world.spawn(Legs()))
    assert (walk.outcome, walk.done) == (CONTINUE, False)
    world.publish(walk)
    assert (walk.outcome, walk.done, walk.failed) == (DONE, True, False)
    assert (walk.reason, walk.failed_by, walk.replacement) == (None, None, None)


def test_handlers_see_outcome_continue_before_commit_and_done_from_commit_on(
    make_world: MakeWorld,
) -> None:
    seen: list[tuple[int, object]] = []

    @component
    class Witness(Component):
        above = does(lambda walk, _: seen.append((399, walk.outcome)), Walk, 399)
        at = does(lambda walk, _: seen.append((400, walk.outcome)), Walk, COMMIT)

    world = make_world(Witness)
    world.publish(Walk(world.spawn(Witness())))
    assert seen == [(399, CONTINUE), (400, DONE)]


def test_failed_event_names_the_reason_and_the_handler(make_world: MakeWorld) -> None:
    world = make_world(Track)
    walker = world.spawn(Track(x=2))
    assert world.publish(Move(walker, 1)).done
    move = world.publish(Move(walker, 1))
    assert walker[Track].x == 3
    assert (move.outcome, move.failed, move.done) == (FAILED, True, False)
    assert (move.reason, refuser(move)) == ("wall", "Track.stop_at_the_wall")


def test_later_handlers_do_not_run_on_a_failed_event(make_world: MakeWorld) -> None:
    @component
    class Others(Component):
        before = says("before", Walk, 99)
        after = says("after", Walk, 101)
        below = says("below", Walk, RESOLVE)

    world, walker = alone(make_world, Others, Wall, Legs)
    walk = Walk(walker)
    assert world.publish(walk) is walk
    assert (walk.log, refuser(walk)) == (["before", "wall"], "Wall.stop")
    assert walker[Legs].steps == 0


@component
class Stubborn(Component):
    above = says("always above", Walk, MODIFY, always=True)
    below = says("always below", Walk, RESOLVE, always=True)
    react = says("always after", Walk, REACT, always=True)


def test_ordinary_handlers_between_always_ones_run_only_on_a_done_event(
    make_world: MakeWorld,
) -> None:
    @component
    class Mixed(Component):
        a = says("a", Walk, 500)
        b = says("b!", Walk, 600, always=True)
        c = says("c", Walk, 700)
        d = says("d!", Walk, 800, always=True)
        e = says("e!", Walk, 900, always=True)
        f = says("f", Walk, 1000)

    world = make_world(Mixed, Wall)
    assert world.publish(Walk(world.spawn(Mixed()))).log == ["a", "b!", "c", "d!", "e!", "f"]
    assert world.publish(Walk(world.spawn(Mixed(), Wall()))).log == ["wall", "b!", "d!", "e!"]


def test_always_handler_can_be_the_first_to_refuse_an_event(make_world: MakeWorld) -> None:
    Curse = component_of(
        "Curse",
        refuse=fails("curse", Walk, VALIDATE, always=True),
        after=says("after", Walk, MODIFY),
    )
    world = make_world(Curse, Legs)
    walk = world.publish(Walk(world.spawn(Curse(), Legs())))
    assert (walk.reason, refuser(walk), walk.log) == ("curse", "Curse.refuse", ["curse"])


def test_later_failure_does_not_replace_the_first_reason(make_world: MakeWorld) -> None:
    Curse = component_of("Curse", refuse=fails("curse", Walk, MODIFY, always=True))
    world = make_world(Wall, Curse, Legs)
    walk = world.publish(Walk(world.spawn(Wall(), Curse(), Legs())))
    assert walk.log == ["wall", "curse"]
    assert (walk.reason, refuser(walk)) == ("wall", "Wall.stop")


def test_later_failure_does_not_undo_a_replacement(make_world: MakeWorld) -> None:
    @component
    class Ghost(Component):
        turn = does(lambda walk, _: walk.replace(Fade(walk.enactor)), Walk, VALIDATE)
        refuse = fails("too late", Walk, MODIFY, always=True)

    world = make_world(Ghost, Body)
    walk = world.publish(Walk(world.spawn(Ghost(), Body())))
    assert (walk.outcome, walk.reason, walk.log) == (REPLACED, None, ["too late"])


@component
class Bump(Component):
    """Replaces a step into an occupied tile with a blow."""

    victim: Any = None

    @handles(Walk, VALIDATE)
    def strike(self, walk: Walk, world: World) -> None:
        walk.replace(Hit(walk.enactor, self.victim))


def test_replacement_is_published_with_the_original_as_its_cause(make_world: MakeWorld) -> None:
    world = make_world(Bump, Body, Legs)
    victim = world.spawn(Body())
    walk = world.publish(Walk(world.spawn(Bump(victim), Legs())))
    hit = walk.replacement
    assert isinstance(hit, Hit)
    assert (hit.outcome, hit.cause, hit.depth, hit.sequence) == (DONE, walk, 1, 2)
    assert (walk.outcome, walk.done, walk.failed, walk.reason) == (REPLACED, False, False, None)
    assert refuser(walk) == "Bump.strike"
    assert victim[Body].wounds == 1
    assert walk.log == []


def test_only_always_handlers_of_a_replaced_event_run_after_its_replacement(
    make_world: MakeWorld,
) -> None:
    Detour = component_of(
        "Detour",
        turn=does(lambda walk, _: walk.replace(Fade(walk.enactor, walk.log)), Walk, VALIDATE),
    )
    world = make_world(Detour, Body, Legs, Stubborn)
    walker = world.spawn(Detour(), Body(), Legs(), Stubborn())
    walk = world.publish(Walk(walker))
    assert walker[Legs].steps == 0
    assert walk.log == ["body", "always above", "always below", "always after"]


def test_event_fails_with_the_reason_of_its_failed_replacement(make_world: MakeWorld) -> None:
    Armour = component_of(
        "Armour", deflect=does(lambda hit, _: hit.fail("armour"), Hit, VALIDATE, role="target")
    )
    world = make_world(Bump, Armour, Body)
    walk = world.publish(Walk(world.spawn(Bump(world.spawn(Armour(), Body())))))
    assert (walk.outcome, walk.reason) == (FAILED, "armour")
    assert refuser(walk) == "Bump.strike"
    assert walk.replacement is not None
    assert refuser(walk.replacement) == "Armour.deflect"


@pytest.mark.parametrize("kind", [Walk, Fade])
def test_action_or_change_that_nobody_applies_fails(
    make_world: MakeWorld, kind: type[Walk] | type[Fade]
) -> None:
    world = make_world(Legs, Body)
    idle = world.publish(kind(world.spawn()))
    assert (idle.outcome, idle.reason, idle.failed_by) == (FAILED, UNHANDLED, None)
    assert UNHANDLED == "unhandled"  # journals and rules rely on this value


def test_notice_or_query_without_handlers_is_done(make_world: MakeWorld) -> None:
    world = make_world()
    assert world.publish(Dawn(world.root)).outcome is DONE
    assert world.ask(Weight(world.root)).outcome is DONE


def test_react_and_always_handlers_do_not_apply_an_event(make_world: MakeWorld) -> None:
    @component
    class Onlooker(Component):
        aim = says("aim", Walk, 50)
        insist = says("always", Walk, APPLY, always=True)
        react = says("react", Walk, REACT)

    world = make_world(Onlooker, Legs)
    walk = world.publish(Walk(world.spawn(Onlooker())))
    assert walk.reason == UNHANDLED
    assert walk.log == ["aim", "always"]


@pytest.mark.parametrize("priority", [COMMIT, RESOLVE, APPLY, REACT - 1])
def test_handler_at_any_priority_from_commit_until_react_carries_out_an_action(
    make_world: MakeWorld, priority: int
) -> None:
    Doer = component_of("Doer", do=says("done", Walk, priority))
    world = make_world(Doer)
    assert world.publish(Walk(world.spawn(Doer()))).log == ["done"]


def test_event_is_published_once(make_world: MakeWorld) -> None:
    Echo = component_of("Echo", repeat=does(lambda run, world: world.publish(run), Run, RESOLVE))
    world, walker = alone(make_world, Legs, Echo)
    walk = world.publish(Walk(walker))
    for event in (walk, Run(walker)):
        with pytest.raises(DispatchError):
            world.publish(event)
    assert (walk.log, walk.sequence, world.sequence) == (["legs"], 1, 2)
    assert walker[Legs].steps == 1


def test_failed_query_skips_the_remaining_handlers(make_world: MakeWorld) -> None:
    @component
    class Ghost(Component):
        refuse = fails("weightless", Weight, VALIDATE)
        add = says("add", Weight, MODIFY)
        insist = says("always", Weight, MODIFY, always=True)

    world = make_world(Ghost)
    weight = world.ask(Weight(world.spawn(Ghost())))
    assert (weight.outcome, weight.reason) == (FAILED, "weightless")
    assert refuser(weight) == "Ghost.refuse"
    assert weight.log == ["weightless", "always"]
    for asked in (weight, world.ask(Weight(world.root))):
        with pytest.raises(DispatchError):
            world.ask(asked)


@pytest.mark.parametrize(("parts", "reason"), [([Wall], "wall"), ([], UNHANDLED)])
def test_always_handler_publishes_after_a_failed_or_unhandled_event(
    make_world: MakeWorld, parts: list[type[Component]], reason: str
) -> None:
    Noise = component_of(
        "Noise",
        ring=does(lambda walk, world: world.publish(Fade(walk.enactor)), Walk, REACT, always=True),
    )
    world = make_world(*parts, Noise, Body, Legs)
    walker = world.spawn(*(part() for part in parts), Noise(), Body())
    assert world.publish(Walk(walker)).reason == reason
    assert walker[Body].wounds == 1
