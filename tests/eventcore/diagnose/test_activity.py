"""The activity log lists what handlers, observers and the simulation do."""

from collections.abc import Callable

import pytest

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Component,
    Entity,
    Query,
    World,
    component,
    event,
    handles,
)
from eventcore.diagnose.activity import Activity, Row
from eventcore.diagnose.rows import history, offences
from eventcore.testing import MakeWorld
from eventcore.time import run
from tests.eventcore.worlds import duel
from tests.eventcore.worlds.bodies import Dawn, Legs, Walk, component_of, does
from tests.eventcore.worlds.duel import Blow, Flesh, Hurt
from tests.eventcore.worlds.tally import Count


def activity_of(act: Callable[[World, Entity, Entity], object]) -> list[Row]:
    """Return the activity during a duel."""
    world = World(components=duel.CLASSES)
    striker, struck = duel.fighters(world)
    activity = Activity(world)
    act(world, striker, struck)
    return activity.take()


def strike(world: World, striker: Entity, struck: Entity) -> None:
    world.publish(Blow(striker, struck))


def dress(hurt: Hurt) -> None:
    hurt.target[Flesh].hp += 30


def writes(rows: list[Row], place: str) -> list[tuple[str, str, str, str]]:
    return [
        (row.before, row.after, row.by, row.event)
        for row in rows
        if row.kind == "wrote" and row.subject == place
    ]


def test_recurring_event_is_published_by_the_schedule() -> None:
    def recur(world: World, striker: Entity, struck: Entity) -> None:
        world.agenda.every(10, Hurt(striker, struck, 0), count=1)
        run(world, 10)

    rows = [row for row in activity_of(recur) if row.kind == "published"]
    assert (rows[0].by, rows[0].event) == ("the schedule", "")
    assert next(history(rows, "event #1")) == "turn 0: Hurt #1 published by the schedule"


def test_each_write_is_noted_with_handler_event_and_values() -> None:
    rows = activity_of(strike)
    assert writes(rows, "entities[3].Flesh.hp") == [
        ("20", "15", "Flesh.bleed", "Hurt #2"),
        ("15", "16", "Flesh.groan", "Hurt #2"),
        ("16", "6", "Flesh.shiver", "Groan #3"),
        ("6", "8", "Flesh.groan", "Hurt #2"),
    ]
    assert writes(rows, "entities[3].Wounds.deep") == [("0", "1", "Flesh.bleed", "Hurt #2")]
    assert writes(rows, "entities[4].Shield.dents") == [("0", "1", "Shield.be_dented", "Blow #1")]
    assert writes(rows, "entities[1].Judge.counted") == [("0", "1", "Judge.count", "Blow #1")]
    assert writes(rows, "Blow #1: strength") == [
        ("", "0", "", ""),
        ("0", "9", "Arm.put_weight_behind_it", "Blow #1"),
        ("9", "5", "Shield.turn_aside", "Blow #1"),
    ]


def test_published_event_is_noted_with_its_publisher_and_fields() -> None:
    rows = activity_of(strike)
    published = [row for row in rows if row.kind == "published"]
    assert [(row.subject, row.by, row.event) for row in published] == [
        ("Blow #1", "", ""),
        ("Hurt #2", "Arm.land", "Blow #1"),
        ("Groan #3", "Flesh.groan", "Hurt #2"),
    ]
    assert ("Arm.land", "5") in [
        (row.by, row.after)
        for row in rows
        if row.kind == "wrote" and row.subject == "Hurt #2: strength" and not row.before
    ]


def test_replacement_is_published_by_the_handler_that_replaced() -> None:
    rows = activity_of(lambda world, one, other: world.publish(duel.Shove(one, other)))
    by = [row.by for row in rows if row.kind == "published" and "Blow #" in row.subject]
    assert by == ["Arm.strike_instead"]


def test_refusal_is_noted_as_a_write_of_the_outcome() -> None:
    def strike_lightly(world: World, striker: Entity, struck: Entity) -> None:
        striker[duel.Arm].weight = 1
        strike(world, striker, struck)

    rows = activity_of(strike_lightly)
    assert writes(rows, "Blow #1: outcome") == [
        ("", '"failed"', "Shield.refuse_the_light", "Blow #1")
    ]


def test_write_of_an_observer_is_attributed_to_that_observer() -> None:
    def strike_observed(world: World, striker: Entity, struck: Entity) -> None:
        world.observe(Hurt, lambda hurt: None)
        world.observe(Hurt, dress)
        strike(world, striker, struck)

    rows = activity_of(strike_observed)
    (row,) = [row for row in rows if row.by == f"the observer {dress.__qualname__}"]
    assert (row.event, row.before, row.after) == ("Hurt #2", "8", "38")
    assert any(dress.__qualname__ in line for line in offences(rows, {}))


@pytest.mark.parametrize("keeps", [False, True])
def test_activity_notes_an_observer_that_keeps_an_event(keeps: bool) -> None:
    held: list[Hurt] = []

    def watch(hurt: Hurt) -> None:
        if keeps:
            held.append(hurt)

    def strike_observed(world: World, striker: Entity, struck: Entity) -> None:
        world.observe(Hurt, watch)
        strike(world, striker, struck)

    kept = [(row.by, row.event) for row in activity_of(strike_observed) if row.kind == "kept"]
    assert kept == ([(f"the observer {watch.__qualname__}", "Hurt #2")] if keeps else [])


def test_component_that_is_attached_and_one_that_is_detached_are_writes() -> None:
    Changing = component_of(
        "Changing",
        change=does(
            lambda dawn, world: (
                world.attach(dawn.enactor, duel.Wounds(3)),
                world.detach(dawn.enactor, Flesh),
            ),
            Dawn,
            APPLY,
        ),
    )
    world = World(components=[Changing, *duel.CLASSES])
    entity = world.spawn(Changing(), Flesh())
    activity = Activity(world)
    world.publish(Dawn(entity))
    assert writes(activity.rows, "entities[2].Wounds.deep") == [
        ("", "3", "Changing.change", "Dawn #1")
    ]
    assert writes(activity.rows, "entities[2].Flesh.hp") == [
        ("20", "", "Changing.change", "Dawn #1")
    ]


def test_handler_that_writes_in_the_modify_phase_is_reported() -> None:
    @component
    class Hasty(Component):
        number: int = 0
        refused: int = 0

        @handles(Dawn, MODIFY)
        def write(self, dawn: Dawn, world: World) -> None:
            self.number += 1

        @handles(Walk, VALIDATE)
        def refuse(self, walk: Walk, world: World) -> None:
            walk.fail("tired")

        @handles(Walk, MODIFY, always=True)
        def count(self, walk: Walk, world: World) -> None:
            self.refused += 1

    world = World(components=[Hasty])
    entity = world.spawn(Hasty())
    activity = Activity(world)
    world.publish(Dawn(entity))
    world.publish(Walk(entity))
    assert writes(activity.rows, "entities[2].Hasty.refused")
    place, write = offences(activity.rows, {"2": "keeper"})
    assert "Hasty.number of keeper 2" in place
    assert "Hasty.write (MODIFY 300)" in write


def test_draw_outside_events_is_attributed_to_no_handler() -> None:
    rows = activity_of(lambda world, *_: world.stream("fate").below(3))
    assert [(row.by, row.subject) for row in rows if row.kind == "drew from"] == [("", "fate")]


def test_activity_names_the_scheduling_handler_for_frozen_entities_too(
    make_world: MakeWorld,
) -> None:
    Eager = component_of(
        "Eager", plan=does(lambda dawn, world: world.schedule(Walk(dawn.enactor), 5), Dawn, REACT)
    )
    world = make_world(Eager, Legs)
    frozen, other = world.spawn(Eager()), world.spawn(Eager())
    world.advance()
    world.agenda.freeze(frozen)
    activity = Activity(world)
    for entity in (frozen, other):
        world.publish(Dawn(entity))
    assert [row for row in activity.rows if row.kind == "scheduled"] == [
        Row(
            "scheduled",
            1,
            "Eager.plan",
            REACT,
            f"Dawn #{n}",
            f"scheduled[{n}].Walk",
            after="Walk due at 105",
        )
        for n in (1, 2)
    ]


@event
class Price(Query):
    coins: int = 1


@event
class Tax(Query):
    coins: int = 0


@component
class Market(Component):
    taxed: int = 2

    @handles(Price, MODIFY)
    def ask_a_tax(self, price: Price, world: World) -> None:
        try:
            price.coins += world.ask(Tax(price.enactor)).coins
        except ArithmeticError:
            price.coins += 1

    @handles(Price, MODIFY + 10)
    def haggle(self, price: Price, world: World) -> None:
        """Change nothing."""

    @handles(Price, AIM)
    def stop_at_ten(self, price: Price, world: World) -> None:
        if self.taxed > 10:
            raise ZeroDivisionError("too dear")

    @handles(Tax, AIM)
    def levy(self, tax: Tax, world: World) -> None:
        tax.coins += 1

    @handles(Tax, MODIFY)
    def raise_it(self, tax: Tax, world: World) -> None:
        tax.coins += self.taxed
        if self.taxed == 5:
            raise ArithmeticError("five")

    @handles(Count, APPLY)
    def pay(self, count: Count, world: World) -> None:
        try:
            count.added = world.ask(Price(count.enactor)).coins
        except ZeroDivisionError:
            count.added = world.ask(Tax(count.enactor)).coins


@pytest.mark.parametrize(
    ("taxed", "answers"),
    [
        (2, ["Market.levy", "Market.raise_it", "Market.ask_a_tax"]),
        (
            5,
            ["Market.levy", "Market.ask_a_tax"],
        ),  # ask_a_tax catches raise_it's error
        (11, ["Market.levy", "Market.raise_it"]),  # the query for the price fails
        (0, ["Market.levy", "Market.ask_a_tax"]),
    ],
)
def test_query_is_noted_with_the_handlers_that_changed_it(
    make_world: MakeWorld, taxed: int, answers: list[str]
) -> None:
    world = make_world(Market)
    entity = world.spawn(Market(taxed))
    activity = Activity(world)
    world.publish(Count(entity, 1))
    found = [row for row in activity.rows if row.kind == "answered"]
    assert [(row.by, row.before, row.event) for row in found] == [
        (by, "Market.pay", "Count #1") for by in answers
    ]
