"""Broadcasts: everyone hears them in one publish, in one order, and is one event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Action,
    Broadcast,
    Component,
    Digest,
    DispatchError,
    Entity,
    Event,
    Handler,
    Notice,
    Stream,
    Tap,
    World,
    component,
    event,
    handles,
    load_world,
    save_world,
)
from eventcore.errors import CascadeError
from eventcore.outcome import CONTINUE, DONE, FAILED
from eventcore.replay import EventLog
from eventcore.testing.order import Scenario, check_order
from eventcore.testing.plugin import MakeProbe, MakeWorld
from eventcore.time import run
from eventcore.trace import Tracer, Tree, tree_lines
from tests.eventcore.worlds.bodies import component_of, says

Act = Callable[["Call", World], object]


@event
class Call(Broadcast):
    """Heard by all; carries what one of them is to do when it hears it."""

    who: int = 0
    act: Act | None = None
    log: list[str] = attrs.field(factory=list)


@event
class Drill(Call):
    """A kind of Call."""


@event(shuffled="activation")
class Step(Broadcast):
    """Heard by all, in an order of chance."""

    log: list[str] = attrs.field(factory=list)
    act: Act | None = None


@event
class Whisper(Notice):
    """Heard by its enactor alone."""

    log: list[str] = attrs.field(factory=list)


def calls(text: str, priority: int = REACT, **how: Any) -> Any:
    """Make a handler that writes down its word and whose it is, and does what the Call carries."""

    @handles(Call, priority, **how)
    def hear(self: Any, call: Call, world: World) -> None:
        me = self.entity.id
        call.log.append(f"{text} {me}")
        if call.act is not None and call.who == me and text.islower():
            act, call.act = call.act, None  # observed in debug mode, it must be what JSON has
            act(call, world)

    return hear


Ear = component_of("Ear", hear=calls("ear"))
Wall = component_of("Wall", look=calls("wall", VALIDATE))
Bell = component_of("Bell", ring=calls("BELL", APPLY, via="owner"))
Watch = component_of("Watch", note=calls("WATCH", APPLY, via="world"))
Late = component_of("Late", mourn=calls("LATE", always=True))
ALL = (Wall, Ear, Bell, Watch, Late)


@component
class Agent(Component):
    """Takes part in a Step."""

    @handles(Step, VALIDATE)
    def look(self, step: Step, world: World) -> None:
        step.log.append(f"look {self.entity.id}")

    @handles(Step, APPLY)
    def act(self, step: Step, world: World) -> None:
        step.log.append(f"act {self.entity.id}")
        if step.act is not None:
            step.act(step, world)  # type: ignore[arg-type]  # a Step is no Call


def call(world: World, who: int = 0, act: Act | None = None) -> list[str]:
    """Publish a Call, and say who was called; that many does what is to be done."""
    return world.publish(Call(world.root, who, act)).log


def step(world: World) -> list[int]:
    """Publish a Step, and say in which order its agents acted."""
    return [int(said.split()[1]) for said in world.publish(Step(world.root)).log if "act" in said]


def crowd(world: World, number: int, *classes: type[Component]) -> list[Entity]:
    """Spawn so many entities of a make."""
    return [world.spawn(*(cls() for cls in classes)) for _ in range(number)]


# Who hears it, and in which order.


def test_every_entity_that_has_a_handler_for_it_hears_it_in_one_publish(
    make_world: MakeWorld,
) -> None:
    world = make_world(*ALL, Agent)
    crowd(world, 2, Ear)
    crowd(world, 2, Agent)
    crowd(world, 1, Wall, Ear)
    assert call(world) == ["wall 6", "ear 2", "ear 3", "ear 6"]
    assert world.sequence == 1


def test_all_have_been_through_a_step_before_the_first_is_in_the_next(
    make_world: MakeWorld,
) -> None:
    Body = component_of("Body", early=calls("early", APPLY), late=calls("late", APPLY + 1))
    world = make_world(Body)
    crowd(world, 2, Body)
    assert call(world) == ["early 2", "early 3", "late 2", "late 3"]


def test_the_order_is_priority_then_place_of_the_class_then_definition_then_id(
    make_world: MakeWorld,
) -> None:
    One = component_of("One", b=calls("b"), a=calls("a"), first=calls("first", MODIFY))
    Two = component_of("Two", c=calls("c"))
    world = make_world(Two, One)
    world.spawn(One(), Two())
    world.spawn(One())
    expected = ["first 2", "first 3", "c 2", "b 2", "b 3", "a 2", "a 3"]
    assert call(world) == expected


def test_the_order_within_a_step_is_that_of_ids_whenever_who_got_the_component(
    make_world: MakeWorld,
) -> None:
    world = make_world(Ear)
    first, second, third = crowd(world, 3)
    for one in (third, first, second):
        world.attach(one, Ear())
    assert call(world) == ["ear 2", "ear 3", "ear 4"]
    world.attach(first, world.detach(first, Ear))
    assert call(world) == ["ear 2", "ear 3", "ear 4"]
    assert call(world) == ["ear 2", "ear 3", "ear 4"]


def test_a_rule_of_the_world_hears_it_once_before_all_others_of_its_priority(
    make_world: MakeWorld,
) -> None:
    Soon = component_of("Soon", hear=calls("soon", APPLY))
    world = make_world(Soon, Watch)
    world.attach(world.root, Watch())
    crowd(world, 2, Soon)
    assert call(world) == ["WATCH 1", "soon 2", "soon 3"]


def test_a_thing_hears_it_for_its_owner_and_not_where_nobody_owns_it(
    make_world: MakeWorld,
) -> None:
    Soon = component_of("Soon", hear=calls("soon", APPLY))
    world = make_world(Bell, Soon)
    mine, other, lost = crowd(world, 3, Bell)
    (owner,) = crowd(world, 1, Soon)
    assert call(world) == ["soon 5"]
    for thing in (other, mine):
        world.set_owner(thing, owner)
    assert call(world) == ["soon 5", "BELL 2", "BELL 3"]
    world.set_owner(other, None)
    world.set_owner(mine, lost)
    assert call(world) == ["soon 5", "BELL 2"]


def test_the_world_itself_hears_as_an_entity_among_others(make_world: MakeWorld) -> None:
    world = make_world(Ear)
    crowd(world, 1, Ear)
    world.attach(world.root, Ear())
    assert call(world) == ["ear 1", "ear 2"]


def test_its_enactor_hears_it_as_one_of_all(make_world: MakeWorld) -> None:
    world = make_world(Ear)
    _, ringer = crowd(world, 2, Ear)
    assert world.publish(Call(ringer)).log == ["ear 2", "ear 3"]


def test_a_handler_of_a_class_hears_its_subclasses(make_world: MakeWorld) -> None:
    Any_ = component_of("Any_", hear=says("any", Event), told=says("notice", Notice))
    world = make_world(Ear, Any_)
    crowd(world, 1, Ear, Any_)
    crowd(world, 1, Any_)
    assert world.publish(Drill(world.root)).log == ["ear 2", "any", "any"]


def test_a_handler_of_another_kind_is_not_heard_by_everyone(make_world: MakeWorld) -> None:
    Mouse = component_of("Mouse", hear=says("mouse", Whisper))
    world = make_world(Mouse)
    one, _ = crowd(world, 2, Mouse)
    assert world.publish(Whisper(one)).log == ["mouse"]


def test_where_nobody_hears_it_it_is_done(make_world: MakeWorld) -> None:
    world = make_world(Ear)
    settled = world.publish(Call(world.root))
    assert (settled.done, settled.log) == (True, [])


def test_who_has_left_the_world_may_have_rung_it(make_world: MakeWorld) -> None:
    world = make_world(Ear)
    ringer, _ = crowd(world, 2, Ear)
    world.despawn(ringer)
    settled = world.publish(Call(ringer))
    assert (settled.done, settled.log) == (True, ["ear 3"])


# Refusals.


def test_who_fails_it_fails_it_for_everyone_and_the_rest_is_not_called(
    make_world: MakeWorld,
) -> None:
    world = make_world(*ALL)
    crowd(world, 3, Wall, Ear)
    settled = world.publish(Call(world.root, 3, lambda heard, w: heard.fail("no")))
    assert settled.log == ["wall 2", "wall 3"]
    assert (settled.outcome, settled.reason, str(settled.failed_by)) == (
        FAILED,
        "no",
        "Wall.look (VALIDATE 100)",
    )


def test_after_a_refusal_those_that_hear_always_are_called_all_of_them(
    make_world: MakeWorld,
) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Wall, Late)
    settled = world.publish(Call(world.root, 2, lambda heard, w: heard.fail("no")))
    assert settled.log == ["wall 2", "LATE 2", "LATE 3"]


def test_the_first_refusal_stands_among_those_that_hear_always(make_world: MakeWorld) -> None:
    @component
    class Stubborn(Component):
        @handles(Call, VALIDATE, always=True)
        def refuse(self, heard: Call, world: World) -> None:
            heard.log.append(heard.reason or "none")
            heard.fail(str(self.entity.id))

    world = make_world(Stubborn)
    crowd(world, 2, Stubborn)
    with Tracer(world) as tracer:
        settled = world.publish(Call(world.root))
    assert (settled.log, settled.reason) == (["none", "2"], "2")
    assert [call.outcome for call in tracer.spans[0].calls] == [FAILED, FAILED]


def test_it_may_become_another_event(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Wall, Ear)
    settled = world.publish(Call(world.root, 2, lambda heard, w: heard.replace(Drill(w.root))))
    assert settled.log == ["wall 2"]
    replacement = settled.replacement
    assert isinstance(replacement, Drill)
    assert replacement.log == ["wall 2", "wall 3", "ear 2", "ear 3"]
    assert replacement.cause is settled


def test_an_action_may_become_a_broadcast(make_world: MakeWorld) -> None:
    @event
    class Shout(Action):
        """Becomes a Call."""

    @component
    class Voice(Component):
        @handles(Shout, VALIDATE)
        def carry(self, shout: Shout, world: World) -> None:
            shout.replace(Call(shout.enactor))

        @handles(Shout, APPLY)
        def never(self, shout: Shout, world: World) -> None:
            """Could apply it."""

    world = make_world(Voice, Ear)
    settled = world.publish(Shout(world.spawn(Voice(), Ear())))
    assert isinstance(settled.replacement, Call)
    assert settled.replacement.log == ["ear 2"]


@pytest.mark.parametrize("priority", [RESOLVE, APPLY, REACT])
def test_below_the_commit_line_nobody_fails_it(make_world: MakeWorld, priority: int) -> None:
    Slow = component_of("Slow", hear=calls("slow", priority))
    world = make_world(Slow)
    crowd(world, 2, Slow)
    with pytest.raises(DispatchError, match="has crossed the commit line"):
        call(world, 2, lambda heard, w: heard.fail("no"))


def test_above_the_commit_line_nobody_publishes_or_spawns(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Wall)
    with pytest.raises(DispatchError, match="Call published while Call is above its commit line"):
        call(world, 3, lambda heard, w: w.publish(Call(w.root)))
    with pytest.raises(DispatchError, match=r"spawn\(\) while Call is above its commit line"):
        call(world, 3, lambda heard, w: w.spawn())


# What comes and goes meanwhile.


def test_who_is_spawned_during_it_waits_for_the_next(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Ear)
    assert call(world, 2, lambda heard, w: w.spawn(Ear(), Late())) == ["ear 2", "ear 3"]
    assert call(world) == ["ear 2", "ear 3", "ear 4", "LATE 4"]


def test_a_component_attached_during_it_waits_for_the_next(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 1, Ear)
    (later,) = crowd(world, 1)
    assert call(world, 2, lambda heard, w: w.attach(later, Ear())) == ["ear 2"]
    assert call(world) == ["ear 2", "ear 3"]


def test_a_component_removed_during_it_is_skipped_at_once(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    _, *others = crowd(world, 3, Ear, Late)
    assert call(world, 2, lambda heard, w: w.detach(others[0], Ear)) == [
        *["ear 2", "ear 4"],
        *["LATE 2", "LATE 3", "LATE 4"],
    ]


def test_a_component_removed_and_attached_again_during_it_waits(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    _, second, _ = crowd(world, 3, Ear)
    again = call(world, 2, lambda heard, w: w.attach(second, w.detach(second, Ear)))
    assert again == ["ear 2", "ear 4"]
    assert call(world) == ["ear 2", "ear 3", "ear 4"]


def test_who_is_despawned_in_its_chain_is_skipped_at_once_and_goes_when_it_has_settled(
    make_world: MakeWorld,
) -> None:
    world = make_world(*ALL)
    _, second, _ = crowd(world, 3, Ear, Late)
    alive: list[bool] = []

    def eat(heard: Call, world: World) -> None:
        world.despawn(second)
        alive.append(second.alive)

    assert call(world, 2, eat) == ["ear 2", "ear 4", "LATE 2", "LATE 4"]
    assert (alive, second.alive) == ([True], False)
    assert call(world) == ["ear 2", "ear 4", "LATE 2", "LATE 4"]


def test_who_despawns_itself_hears_no_more_of_it(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    first, _ = crowd(world, 2, Ear, Late)
    assert call(world, 2, lambda heard, w: w.despawn(first)) == ["ear 2", "ear 3", "LATE 3"]


def test_who_goes_in_an_event_that_it_causes_is_skipped(make_world: MakeWorld) -> None:
    @event
    class Die(Notice):
        """Leave the world."""

    @component
    class Frail(Component):
        @handles(Die)
        def go(self, die: Die, world: World) -> None:
            world.despawn(die.enactor)

    world = make_world(*ALL, Frail)
    _, second, _ = crowd(world, 3, Ear, Frail)
    assert call(world, 2, lambda heard, w: w.publish(Die(second))) == ["ear 2", "ear 4"]


def test_what_the_despawned_own_is_skipped_as_well(make_world: MakeWorld) -> None:
    Soon = component_of("Soon", hear=calls("soon", APPLY))
    world = make_world(Soon, Bell)
    owner, other = crowd(world, 2, Soon)
    bells = crowd(world, 2, Bell)
    world.set_owner(bells[0], other)
    world.set_owner(bells[1], owner)
    assert call(world) == ["soon 2", "soon 3", "BELL 4", "BELL 5"]
    assert call(world, 2, lambda heard, w: w.despawn(other)) == ["soon 2", "BELL 5"]
    assert call(world) == ["soon 2", "BELL 5"]


def test_a_thing_given_away_during_it_is_skipped_and_waits_with_the_other(
    make_world: MakeWorld,
) -> None:
    Soon = component_of("Soon", hear=calls("soon", APPLY))
    world = make_world(Soon, Bell)
    owner, other = crowd(world, 2, Soon)
    bells = crowd(world, 3, Bell)
    for bell in bells[:2]:
        world.set_owner(bell, owner)

    def give(heard: Call, world: World) -> None:
        world.set_owner(bells[0], other)
        world.set_owner(bells[2], other)

    assert call(world, 2, give) == ["soon 2", "soon 3", "BELL 5"]
    assert call(world) == ["soon 2", "soon 3", "BELL 4", "BELL 5", "BELL 6"]


def test_one_within_another_hears_what_has_come_and_not_what_has_gone(
    make_world: MakeWorld,
) -> None:
    world = make_world(*ALL)
    _, second, _ = crowd(world, 3, Ear)
    inner: list[str] = []

    def act(heard: Call, world: World) -> None:
        world.spawn(Ear())
        world.detach(second, Ear)
        inner.extend(world.publish(Drill(world.root)).log)

    assert call(world, 2, act) == ["ear 2", "ear 4"]
    assert inner == ["ear 2", "ear 4", "ear 5"]


def test_who_is_removed_by_one_within_another_is_skipped_by_both(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    _, _, last = crowd(world, 3, Ear)
    inner: list[str] = []

    def act(heard: Call, world: World) -> None:
        within = Drill(world.root, 3, lambda drill, w: w.despawn(last))
        inner.extend(world.publish(within).log)

    assert call(world, 2, act) == ["ear 2", "ear 3"]
    assert inner == ["ear 2", "ear 3"]


def test_what_changed_while_it_was_nobodys_turn_counts_from_the_next(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    first, second = crowd(world, 2, Ear)
    assert call(world) == ["ear 2", "ear 3"]
    world.despawn(first)
    world.spawn(Ear())
    world.detach(second, Ear)
    assert call(world) == ["ear 4"]


def test_who_came_before_the_first_of_another_type_hears_that_as_well(
    make_world: MakeWorld,
) -> None:
    world = make_world(Ear, Agent)
    crowd(world, 1, Ear, Agent)
    assert call(world) == ["ear 2"]
    crowd(world, 1, Ear, Agent)
    assert sorted(step(world)) == [2, 3]
    crowd(world, 1, Ear, Agent)
    assert sorted(step(world)) == [2, 3, 4]
    assert call(world) == ["ear 2", "ear 3", "ear 4"]


def test_after_an_error_everyone_is_heard_again(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    _, second, _ = crowd(world, 3, Ear)

    def die(heard: Call, world: World) -> None:
        world.despawn(second)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        call(world, 2, die)
    assert call(world) == ["ear 2", "ear 3", "ear 4"]


def fail_after(*acts: Act) -> Act:
    """Do some things in a broadcast within the one that is heard, which then ends in an error."""

    def fail(heard: Call, world: World) -> None:
        for act in acts:
            act(heard, world)
        raise ZeroDivisionError

    def nest(heard: Call, world: World) -> None:
        with pytest.raises(ZeroDivisionError):
            world.publish(Drill(world.root, heard.who or 2, fail))

    return nest


def test_entity_despawned_by_a_nested_broadcast_that_failed_is_heard_again(
    make_world: MakeWorld,
) -> None:
    world = make_world(*ALL)
    _, second, _ = crowd(world, 3, Ear, Late)
    bell = world.spawn(Bell())
    world.set_owner(bell, second)
    everyone = call(world)
    assert call(world, 2, fail_after(lambda _, w: w.despawn(second))) == everyone
    assert second.alive
    assert call(world) == everyone


def test_entity_despawned_by_the_outer_broadcast_as_well_is_skipped_still(
    make_world: MakeWorld,
) -> None:
    world = make_world(*ALL)
    _, second, _ = crowd(world, 3, Ear)

    def act(heard: Call, world: World) -> None:
        world.despawn(second)
        fail_after(lambda _, w: w.despawn(second))(heard, world)

    assert call(world, 2, act) == ["ear 2", "ear 4"]
    assert not second.alive


def test_component_removed_by_a_nested_broadcast_that_failed_is_skipped(
    make_world: MakeWorld,
) -> None:
    world = make_world(*ALL)
    _, second, _ = crowd(world, 3, Ear)
    ear = second[Ear]

    def remove(heard: Call, world: World) -> None:
        world.despawn(second)
        world.detach(second, Ear)

    assert call(world, 2, fail_after(remove)) == ["ear 2", "ear 4"]
    assert call(world) == ["ear 2", "ear 4"]
    world.attach(second, ear)

    def change(heard: Call, world: World) -> None:
        remove(heard, world)
        world.attach(second, ear)

    assert call(world, 2, fail_after(change)) == ["ear 2", "ear 4"]
    assert call(world) == ["ear 2", "ear 3", "ear 4"]


def test_entity_despawned_in_a_shuffled_broadcast_that_failed_is_heard_again(
    make_world: MakeWorld,
) -> None:
    world = make_world(Agent, Ear, seed=3)
    agents = crowd(world, 6, Agent)
    world.spawn(Ear())

    def eat(step: Any, world: World) -> None:
        """The first to act despawns all others, in a broadcast that fails."""
        if sum("act" in said for said in step.log) == 1:
            me = int(step.log[-1].split()[1])
            others = [agent for agent in agents if agent.id != me]

            def clear(heard: Call, world: World) -> None:
                for other in others:
                    world.despawn(other)

            fail_after(clear)(Call(world.root, 8), world)

    said = world.publish(Step(world.root, act=eat)).log
    assert sum("act" in one for one in said) == 6


def test_after_an_interrupt_who_is_there_is_looked_for_anew(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Ear)

    def stop(heard: Call, world: World) -> None:
        world.spawn(Ear())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call(world, 2, stop)
    assert call(world) == ["ear 2", "ear 3", "ear 4"]


# One event.


def test_it_is_one_event_with_one_number_whatever_it_causes(make_world: MakeWorld) -> None:
    told: list[str] = []
    world = make_world(*ALL)
    crowd(world, 3, Ear)
    world.observe(Event, lambda seen: told.append(f"{type(seen).__name__} {seen.sequence}"))
    settled = world.publish(Call(world.root, 3, lambda heard, w: w.publish(Whisper(w.root))))
    assert (settled.sequence, world.sequence) == (1, 2)
    assert told == ["Call 1", "Whisper 2"]


def test_what_its_handlers_publish_or_defer_has_it_as_cause(make_world: MakeWorld) -> None:
    published: list[Whisper] = []

    def act(heard: Call, world: World) -> None:
        published.append(world.publish(Whisper(world.root)))
        world.defer(later)

    world = make_world(*ALL)
    crowd(world, 2, Ear)
    later = Whisper(world.root)
    settled = world.publish(Call(world.root, 3, act))
    assert [(one.cause, one.depth, one.sequence) for one in (*published, later)] == [
        (settled, 1, 2),
        (settled, 1, 3),
    ]


def test_one_limit_of_depth_covers_it(make_world: MakeWorld) -> None:
    world = make_world(*ALL, depth_limit=3)
    crowd(world, 1, Ear)

    def again(heard: Call, world: World) -> None:
        world.publish(Call(world.root, 2, again))

    with pytest.raises(CascadeError):
        call(world, 2, again)


class Counting(Tap):
    """Counts what a tap is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def published(self, event: Event) -> None:
        self.told.append("published")

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        self.told.append(f"{handler.label} of {component.entity.id}")

    def settled(self, event: Event) -> None:
        self.told.append("settled")


def test_a_tap_is_told_of_one_event_and_of_each_entitys_handler(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Ear)
    world.tap(tap := Counting())
    call(world)
    assert tap.told == ["published", "Ear.hear of 2", "Ear.hear of 3", "settled"]


def test_a_digest_chains_it_once(debug: bool) -> None:
    world = World(components=ALL, debug=debug)
    crowd(world, 2, Ear)
    digest = Digest(world)
    world.publish(Call(world.root, log=[]))
    (_, said) = digest.state()
    assert said.startswith('["Call",')


def test_a_journal_with_events_has_a_row_of_it(debug: bool) -> None:
    world = World(components=[Agent], debug=debug)
    log = EventLog(world)
    crowd(world, 3, Agent)
    world.publish(Step(world.root))
    (row,) = log.take().rows
    assert row[:4] == ("Step", 1, 0, None)


def test_equal_priorities_that_decide_are_found_in_it_as_in_any_chain() -> None:
    @event
    class Wage(Broadcast):
        """Is paid to everyone."""

    @component
    class Purse(Component):
        silver: int = 100

        @handles(Wage, APPLY)
        def double(self, wage: Wage, world: World) -> None:
            self.silver *= 2

        @handles(Wage, APPLY)
        def take(self, wage: Wage, world: World) -> None:
            self.silver += 10

    class Town:
        def __init__(self) -> None:
            self.world = World(components=[Purse])
            crowd(self.world, 2, Purse)

        def perform(self, intent: int) -> None:
            self.world.publish(Wage(self.world.root))

    (moved,) = check_order([Scenario("a town", Town, [1])]).moved
    assert moved.names == ("Purse.double", "Purse.take")


def test_a_trace_names_whose_each_handler_is(debug: bool) -> None:
    @component
    class Pot(Component):
        water: int = 0

        @handles(Call, APPLY)
        def fill(self, heard: Call, world: World) -> None:
            self.water += 1

    world = World(components=[Pot, Wall, Watch], debug=debug)
    world.attach(world.root, Watch())
    crowd(world, 2, Pot, Wall)
    with Tracer(world) as tracer:
        world.publish(Call(world.root))
        world.publish(Call(world.root, 3, lambda heard, w: heard.fail("no")))
    told = "\n".join(tree_lines(Tree(tracer.spans), every=True))
    assert (
        "  Pot.fill of entity 2  Pot.water 0 → 1\n  Pot.fill of entity 3  Pot.water 0 → 1" in told
    )
    assert "  Watch.note  " in told
    assert [(call.label, call.outcome) for call in tracer.spans[0].calls][-1] == (
        "Pot.fill of entity 3",
        DONE,
    )
    assert [(call.label, call.outcome) for call in tracer.spans[1].calls] == [
        ("Wall.look of entity 2", CONTINUE),
        ("Wall.look of entity 3", FAILED),
    ]


def test_an_error_names_the_event_and_the_handler(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 2, Ear)
    with pytest.raises(ZeroDivisionError) as caught:
        call(world, 3, lambda heard, w: 1 // 0)
    (note,) = caught.value.__notes__
    assert note == (
        "while dispatching Call #1 of Entity(1) in Ear.hear (REACT 1000); cascade: Call #1"
    )


def test_a_plan_shows_a_step_for_each_handler(make_world: MakeWorld) -> None:
    world = make_world(*ALL, Agent)
    assert [(step.handler.label, step.role) for step in world.plan(Call).steps] == [
        ("Wall.look", "everyone"),
        ("Bell.ring", "everyone"),
        ("Ear.hear", "everyone"),
        ("Late.mourn", "everyone"),
    ]
    assert [(step.handler.label, step.role) for step in world.plan(Step).steps] == [
        ("Agent.look", "everyone"),
        ("Agent.act", "everyone, shuffled"),
    ]


def test_a_muted_handler_is_called_for_nobody(debug: bool) -> None:
    world = World(components=ALL, debug=debug, mute=["Wall.look"])
    crowd(world, 2, Wall, Ear)
    assert call(world) == ["ear 2", "ear 3"]


def test_it_may_be_scheduled(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    crowd(world, 1, Ear)
    later = Call(world.root)
    world.schedule(later, 1)
    run(world, 1)
    assert later.log == ["ear 2"]


# Preview.


def test_a_preview_ends_above_apply_and_changes_nothing(make_world: MakeWorld) -> None:
    Body = component_of("Body", consider=calls("consider", RESOLVE), do=calls("do", APPLY))
    world = make_world(*ALL, Body)
    crowd(world, 2, Wall, Body, Ear)
    tell = world.preview(Call(world.root, 3, lambda heard, w: heard.fail("no")))
    assert (tell.event.log, tell.reason) == (["wall 2", "wall 3"], "no")
    tell = world.preview(Call(world.root))
    assert tell.event.log == ["wall 2", "wall 3", "consider 2", "consider 3"]
    assert world.sequence == 0


def test_a_preview_of_one_that_is_shuffled_draws_nothing(make_world: MakeWorld) -> None:
    world = make_world(Agent)
    crowd(world, 3, Agent)
    assert world.preview(Step(world.root)).event.log == ["look 2", "look 3", "look 4"]
    assert world.draws() == []


# In an order of chance.


def test_one_that_is_shuffled_goes_in_order_above_apply_and_in_that_of_its_stream_below(
    debug: bool,
) -> None:
    world = World(seed=7, components=[Agent], debug=debug)
    crowd(world, 5, Agent)
    expected = Stream(7, "activation").shuffled_at_once([2, 3, 4, 5, 6])
    said = world.publish(Step(world.root)).log
    assert said[:5] == ["look 2", "look 3", "look 4", "look 5", "look 6"]
    assert said[5:] == [f"act {number}" for number in expected]
    assert expected != [2, 3, 4, 5, 6]
    assert world.draws() == [("activation", 5)]


def test_one_that_is_shuffled_goes_in_another_order_each_time_and_in_the_same_by_its_seed(
    debug: bool,
) -> None:
    def orders(seed: int) -> list[list[int]]:
        world = World(seed=seed, components=[Agent], debug=debug)
        crowd(world, 8, Agent)
        return [step(world) for _ in range(3)]

    assert orders(1) == orders(1)
    assert orders(1) != orders(2)
    assert len({tuple(order) for order in orders(1)}) == 3
    assert all(sorted(order) == list(range(2, 10)) for order in orders(1))


def test_each_step_draws_an_order_of_its_own(debug: bool) -> None:
    @component
    class Busy(Component):
        @handles(Step, APPLY)
        def one(self, step: Step, world: World) -> None:
            step.log.append(f"one {self.entity.id}")

        @handles(Step, APPLY)
        def two(self, step: Step, world: World) -> None:
            step.log.append(f"two {self.entity.id}")

    world = World(seed=1, components=[Busy], debug=debug)
    crowd(world, 8, Busy)
    said = world.publish(Step(world.root)).log
    ones, twos = ([s.split()[1] for s in said if word in s] for word in ("one", "two"))
    assert said[:8] == [f"one {number}" for number in ones]
    assert sorted(ones) == sorted(twos)
    assert ones != twos


def test_a_subclass_is_shuffled_as_its_parent(debug: bool) -> None:
    @event
    class Leap(Step):
        """A kind of Step."""

    world = World(seed=7, components=[Agent], debug=debug)
    crowd(world, 4, Agent)
    world.publish(Leap(world.root))
    assert world.draws() == [("activation", 4)]


def test_one_that_is_refused_draws_nothing(debug: bool) -> None:
    @component
    class No(Component):
        @handles(Step, VALIDATE)
        def refuse(self, step: Step, world: World) -> None:
            step.fail("no")

    world = World(seed=7, components=[No, Agent], debug=debug)
    crowd(world, 2, No, Agent)
    assert world.publish(Step(world.root)).reason == "no"
    assert world.draws() == []


def test_refused_shuffled_broadcast_that_is_always_heard_draws_nothing(debug: bool) -> None:
    @component
    class No(Component):
        refusing: bool = True

        @handles(Step, VALIDATE)
        def refuse(self, step: Step, world: World) -> None:
            if self.refusing:
                step.fail("no")

    @component
    class Mourner(Component):
        @handles(Step, APPLY, always=True)
        def mourn(self, step: Step, world: World) -> None:
            step.log.append(f"mourn {self.entity.id}")

    world = World(seed=7, components=[No, Mourner], debug=debug)
    crowd(world, 8, Mourner)
    refuser = world.spawn(No())
    assert world.publish(Step(world.root)).log == [f"mourn {number}" for number in range(2, 10)]
    assert world.draws() == []
    world.despawn(refuser)
    world.publish(Step(world.root))
    assert world.draws() == [("activation", 8)]


def test_who_is_removed_from_one_that_is_shuffled_is_skipped_at_once(make_world: MakeWorld) -> None:
    world = make_world(Agent, seed=3)
    agents = crowd(world, 6, Agent)

    def eat(step: Any, world: World) -> None:
        """The first to act takes the component of all others but one, and despawns that."""
        if sum("act" in said for said in step.log) == 1:
            me = int(step.log[-1].split()[1])
            *others, last = [agent for agent in agents if agent.id != me]
            for other in others:
                world.detach(other, Agent)
            world.despawn(last)
            world.spawn(Agent())

    said = world.publish(Step(world.root, act=eat)).log
    assert sum("act" in one for one in said) == 1


def test_a_script_says_in_which_order_one_is_heard(make_world: MakeWorld, probe: MakeProbe) -> None:
    world = make_world(Agent)
    one, two, three = [agent[Agent] for agent in crowd(world, 3, Agent)]
    probe(world).script("activation", [[two, three, one]])
    assert step(world) == [3, 4, 2]


def test_after_a_save_it_goes_on_in_the_order_in_which_it_would_have(debug: bool) -> None:
    world = World(seed=5, components=[Agent], debug=debug)
    crowd(world, 6, Agent)
    step(world)
    world.despawn(world[4])
    again = load_world(save_world(world), components=[Agent], debug=debug)
    assert [step(again) for _ in range(3)] == [step(world) for _ in range(3)]
