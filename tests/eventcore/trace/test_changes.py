"""A trace lists the changes of each handler, with the values before and after."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    REACT,
    Broadcast,
    Change,
    Component,
    Entity,
    Fixed,
    Notice,
    World,
    component,
    event,
    role,
)
from eventcore import handles as hears
from eventcore.outcome import Outcome
from eventcore.testing import MakeWorld
from eventcore.trace import Span, Tracer
from tests.eventcore.worlds.duel import CLASSES, Blow, Flesh, Hurt, Shove, fighters


def changes(span: Span) -> list[str]:
    return [
        f"{call.handler.label}: {change.label} {change.before} → {change.after} @{change.entity}"
        for call in span.calls
        for change in call.changes
    ]


def spans(tracer: Tracer) -> dict[str, Span]:
    return {span.event: span for span in tracer.spans}


def strike(world: World, weight: int = 9) -> dict[str, Span]:
    striker, struck = fighters(world, weight)
    world.publish(Hurt(world.root, struck, 0))  # event 1 is not traced
    with Tracer(world) as tracer:
        world.publish(Blow(striker, struck))
    return spans(tracer)


def test_changes_of_event_components_and_owned_things_name_their_handlers(
    make_world: MakeWorld,
) -> None:
    found = strike(make_world(*CLASSES))
    assert changes(found["Blow"]) == [
        "Arm.put_weight_behind_it: strength 0 → 9 @0",
        'Arm.put_weight_behind_it: words [] → ["weight"] @0',
        "Shield.turn_aside: strength 9 → 5 @0",
        "Arm.tire: Arm.swings 0 → 1 @2",
        "Shield.be_dented: Shield.dents 0 → 1 @4",
        "Judge.count: Judge.counted 0 → 1 @1",
    ]


def test_change_of_a_nested_event_belongs_to_its_own_handler(make_world: MakeWorld) -> None:
    found = strike(make_world(*CLASSES))
    assert changes(found["Hurt"]) == [
        "Flesh.bleed: Flesh.hp 13 → 8 @3",
        "Flesh.bleed: Flesh.scars [0] → [0,5] @3",
        "Flesh.bleed: Wounds.deep 1 → 2 @3",
        "Flesh.groan: Flesh.hp 8 → 9 @3",
        "Flesh.groan: Flesh.hp -1 → 1 @3",
    ]
    assert changes(found["Groan"]) == ["Flesh.shiver: Flesh.hp 9 → -1 @3"]


def test_span_has_turn_sequence_cause_and_roles() -> None:
    world = World(components=[*CLASSES])
    world.advance()
    found = strike(world)
    blow, hurt, groan = found["Blow"], found["Hurt"], found["Groan"]
    assert [(p.sequence, p.cause, p.turn) for p in (blow, hurt, groan)] == [
        (3, 0, 1), (4, 3, 1), (5, 4, 1),
    ]  # fmt: skip
    assert [(role, who and who.id) for role, who in hurt.roles] == [("enactor", 2), ("target", 3)]
    assert hurt.fields == (("strength", 5),)
    assert blow.began < hurt.began < groan.began < groan.ended < hurt.ended < blow.ended


def test_veto_names_its_handler_and_reason() -> None:
    blow = strike(World(components=[*CLASSES]), weight=2)["Blow"]
    assert (blow.outcome and blow.outcome.value, blow.reason, blow.by) == (
        "failed", "shield", "Shield.refuse_the_light",
    )  # fmt: skip
    assert [(call.label, call.refused) for call in blow.calls] == [
        ("Shield.refuse_the_light", True)
    ]


@pytest.mark.parametrize(("weight", "outcome"), [(9, "replaced"), (1, "failed")])
def test_replacement_names_its_handler_and_its_outcome(weight: int, outcome: str) -> None:
    world = World(components=[*CLASSES])
    with Tracer(world) as tracer:
        world.publish(Shove(*fighters(world, weight)))
    shove, blow = tracer.spans[:2]
    assert (shove.outcome and shove.outcome.value, shove.by) == (outcome, "Arm.strike_instead")
    assert (shove.replacement, shove.reason) == ("Blow #2", "shield" if weight == 1 else "")
    assert (blow.sequence, blow.cause) == (2, 1)
    assert [call.refused for call in shove.calls] == [True]


@event
class Slip(Notice):
    pass


@component
class Clumsy(Component):
    falls: int = 0

    @hears(Slip, APPLY)
    def fall(self, slip: Slip, world: World) -> None:
        self.falls += 1
        raise ZeroDivisionError

    @hears(Hurt, REACT, role="enactor")
    def slip(self, hurt: Hurt, world: World) -> None:
        self.falls += 10
        with pytest.raises(ZeroDivisionError):
            world.publish(Slip(hurt.enactor))
        self.falls += 20


@component
class Calm(Component):
    breaths: int = 0

    @hears(Hurt, REACT, role="enactor")
    def breathe(self, hurt: Hurt, world: World) -> None:
        self.breaths += 1


def test_change_of_a_broken_event_belongs_to_the_handler_that_caught_the_error(
    make_world: MakeWorld,
) -> None:
    world = make_world(Clumsy, Calm, Flesh, *CLASSES[4:])
    clumsy = world.spawn(Clumsy(), Calm())
    struck = world.spawn(Flesh(), *(c() for c in CLASSES[4:]))
    with Tracer(world) as tracer:
        world.publish(Hurt(clumsy, struck, 1))
    hurt, slip = spans(tracer)["Hurt"], spans(tracer)["Slip"]
    assert (slip.outcome, hurt.outcome) == (None, Outcome.DONE)
    assert [call.handler.label for call in slip.calls] == ["Clumsy.fall"]
    assert [line for line in changes(hurt) if line.endswith("@2")] == [
        "Clumsy.slip: Clumsy.falls 0 → 10 @2",
        "Clumsy.slip: Clumsy.falls 10 → 31 @2",
        "Calm.breathe: Calm.breaths 0 → 1 @2",
    ]


class Mood(Enum):
    CALM = 1
    WILD = 2


@attrs.frozen
class Point:
    x: int


class Odd:
    def _plain_(self) -> list[int]:
        return []


@event
class Stir(Notice):
    pass


@component
class Bag(Component):
    mood: Mood = Mood.CALM
    friend: Entity | None = None
    sizes: dict[str, int] = attrs.field(factory=dict)
    tags: list[str] = attrs.field(factory=list)
    point: Point = Point(1)
    points: list[Point] = attrs.field(factory=list)
    lists: tuple[list[int], ...] = attrs.field(factory=lambda: ([],))
    pair: tuple[int | bool, int] = (1, 2)
    table: Fixed[str, int] = attrs.field(factory=Fixed)
    cells: Any = None
    words: Any = None
    odd: Any = None

    @hears(Stir, APPLY)
    def stir(self, stir: Stir, world: World) -> None:
        self.mood = Mood.WILD
        self.friend = self.entity
        self.sizes["a"] = 1
        self.tags += ["a", "b"]
        self.point = Point(2)
        self.points.append(Point(3))
        self.lists[0].append(2)
        self.pair = (True, 2)
        self.table = Fixed({"a": 1})
        self.cells = Fixed({(1, 2): 3})
        self.words = frozenset({1, "a"})
        self.odd = Odd()


def test_values_are_plain_data(debug: bool) -> None:
    world = World(components=[Bag], debug=debug)
    bag = world.spawn(Bag())
    with Tracer(world, lambda entity: "sack") as tracer:
        world.publish(Stir(bag))
    (stir,) = tracer.spans
    assert [line.removeprefix("Bag.stir: Bag.").removesuffix(" @2") for line in changes(stir)] == [
        "mood CALM → WILD",
        "friend None → sack 2",
        'sizes {} → {"a":1}',
        'tags [] → ["a","b"]',
        'point {"x":1} → {"x":2}',
        'points [] → [{"x":3}]',
        "lists [[]] → [[2]]",
        "pair [1,2] → [true,2]",
        'table {} → {"a":1}',
        "cells None → <Fixed>",
        "words None → <frozenset>",
        "odd None → []",
    ]
    values = [value for change in stir.calls[0].changes for value in (change.before, change.after)]
    assert json.loads(json.dumps(values)) == values
    assert str(stir.roles[0][1]) == "sack 2"


@event
class Touch(Change):
    target: Entity | None = role()


@event
class Storm(Broadcast):
    pass


@component
class Bell(Component):
    rung: int = 0

    @hears(Touch, APPLY, role="target")
    def ring_itself(self, touch: Touch, world: World) -> None:
        self.rung += 1

    @hears(Touch, APPLY, role="target", via="owner")
    def ring_for_owner(self, touch: Touch, world: World) -> None:
        self.rung += 10

    @hears(Touch, APPLY, via="world")
    def ring_for_all(self, touch: Touch, world: World) -> None:
        self.rung += 100

    @hears(Storm, APPLY)
    def tear(self, storm: Storm, world: World) -> None:
        self.rung += 1000


@pytest.mark.parametrize("thorough", [False, True])
def test_each_change_is_listed_once_whatever_roles_the_entity_plays(thorough: bool) -> None:
    world = World(components=[Bell])
    world.attach(world.root, Bell())
    owner, thing = world.spawn(Bell()), world.spawn(Bell())
    world.set_owner(thing, owner)
    everyone = [world.root, owner, thing]
    with Tracer(world, thorough=thorough) as tracer:
        world.publish(Storm(owner))
        for enactor in everyone:
            for target in [*everyone, None]:
                world.publish(Touch(enactor, target))
    listed = [
        (change.entity, change.before, change.after)
        for span in tracer.spans
        for call in span.calls
        for change in call.changes
    ]
    added = [int(after or 0) - int(before or 0) for _, before, after in listed]
    assert sum(added) == sum(entity[Bell].rung for entity in everyone)
    assert len(listed) == len({(entity, after) for entity, _, after in listed})
