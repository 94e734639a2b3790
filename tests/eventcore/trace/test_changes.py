"""The tracer tells which handler changed which field from what to what."""

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
    Digest,
    Entity,
    Fixed,
    Notice,
    World,
    component,
    event,
    role,
)
from eventcore import handles as hears
from eventcore.testing.plugin import MakeWorld
from eventcore.trace import Span, Tracer
from tests.eventcore.worlds.duel import CLASSES, Arm, Blow, Flesh, Hurt, Shield, Shove, fighters


def changes(span: Span) -> list[str]:
    """What was changed, a line a field, with the handler and the entity."""
    return [
        f"{call.handler.label}: {change.label} {change.before} → {change.after} @{change.entity}"
        for call in span.calls
        for change in call.changes
    ]


def spans(tracer: Tracer) -> dict[str, Span]:
    """The spans by their events' types."""
    return {span.event: span for span in tracer.spans}


def strike(world: World, weight: int = 9) -> dict[str, Span]:
    striker, struck = fighters(world, weight)
    world.publish(Hurt(world.root, struck, 0))  # number 1, before anyone looks
    with Tracer(world) as tracer:
        world.publish(Blow(striker, struck))
    return spans(tracer)


def test_changes_of_packet_component_data_and_what_is_owned_name_their_handlers(
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


def test_what_a_nested_event_changed_is_told_of_its_own_handlers_alone(
    make_world: MakeWorld,
) -> None:
    found = strike(make_world(*CLASSES))
    assert changes(found["Hurt"]) == [
        "Flesh.bleed: Flesh.hp 13 → 8 @3",
        "Flesh.bleed: Flesh.scars [0] → [0,5] @3",
        "Flesh.bleed: Wounds.deep 1 → 2 @3",
        "Flesh.groan: Flesh.hp 8 → 9 @3",
        "Flesh.groan: Flesh.hp -1 → 1 @3",
    ]
    assert changes(found["Groan"]) == ["Flesh.shiver: Flesh.hp 9 → -1 @3"]


def test_a_passage_says_who_when_and_of_what_it_came(make_world: MakeWorld) -> None:
    world = make_world(*CLASSES)
    world.advance()
    found = strike(world)
    blow, hurt, groan = found["Blow"], found["Hurt"], found["Groan"]
    assert [(p.sequence, p.cause, p.turn) for p in (blow, hurt, groan)] == [
        (3, 0, 1), (4, 3, 1), (5, 4, 1),
    ]  # fmt: skip
    assert [(role, str(who)) for role, who in hurt.roles] == [
        ("enactor", "entity 2"),
        ("target", "entity 3"),
    ]
    assert hurt.fields == (("strength", 5),)
    assert blow.began < hurt.began < groan.began < groan.ended < hurt.ended < blow.ended


def test_a_veto_names_who_gave_it_and_why(make_world: MakeWorld) -> None:
    blow = strike(make_world(*CLASSES), weight=2)["Blow"]
    assert (blow.outcome and blow.outcome.value, blow.reason, blow.by) == (
        "failed", "shield", "Shield.refuse_the_light",
    )  # fmt: skip
    assert [str(call) for call in blow.calls] == [
        "Blow #3: Shield.refuse_the_light (VALIDATE 100) → failed"
    ]


def test_a_replacement_is_named_and_has_what_it_replaced_as_its_cause(
    make_world: MakeWorld,
) -> None:
    world = make_world(*CLASSES)
    striker, struck = fighters(world)
    with Tracer(world) as tracer:
        world.publish(Shove(striker, struck))
    shove, blow = tracer.spans[:2]
    assert (shove.outcome and shove.outcome.value, shove.by) == ("replaced", "Arm.strike_instead")
    assert (shove.replacement, blow.sequence, blow.cause) == (2, 2, 1)


def test_a_replacement_that_fails_leaves_both_words(make_world: MakeWorld) -> None:
    world = make_world(*CLASSES)
    striker, struck = world.spawn(Arm(weight=1)), world.spawn(Flesh())
    world.set_owner(world.spawn(Shield()), struck)
    with Tracer(world) as tracer:
        world.publish(Shove(striker, struck))
    shove = tracer.spans[0]
    assert (shove.outcome and shove.outcome.value, shove.reason, shove.replacement) == (
        "failed", "shield", 2,
    )  # fmt: skip
    assert [call.outcome.value for call in shove.calls] == ["replaced"]


def test_an_event_refused_by_the_bus_has_no_handler_to_blame(make_world: MakeWorld) -> None:
    world = make_world(*CLASSES)
    someone = world.spawn()
    with Tracer(world) as tracer:
        world.publish(Hurt(someone, someone, 1))
    (hurt,) = tracer.spans
    assert (hurt.reason, hurt.by, hurt.calls) == ("nothing", "", ())


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

    @hears(Hurt, REACT)
    def slip(self, hurt: Hurt, world: World) -> None:
        self.falls += 10
        with pytest.raises(ZeroDivisionError):
            world.publish(Slip(hurt.enactor))
        self.falls += 20


def test_what_a_broken_off_event_changed_is_told_of_who_caught_its_error(
    make_world: MakeWorld,
) -> None:
    world = make_world(Clumsy, Flesh, *CLASSES[4:])
    clumsy, struck = world.spawn(Clumsy()), world.spawn(Flesh(), *(c() for c in CLASSES[4:]))
    with Tracer(world) as tracer:
        world.publish(Hurt(clumsy, struck, 1))
    hurt, slip = spans(tracer)["Hurt"], spans(tracer)["Slip"]
    assert slip.outcome is None
    assert hurt.outcome is not None
    assert [line for line in changes(hurt) if "Clumsy" in line] == [
        "Clumsy.slip: Clumsy.falls 0 → 10 @2",
        "Clumsy.slip: Clumsy.falls 10 → 31 @2",
    ]


@component
class Calm(Component):
    breaths: int = 0

    @hears(Hurt, REACT)
    def breathe(self, hurt: Hurt, world: World) -> None:
        self.breaths += 1


def test_handlers_after_a_caught_error_are_told_of_the_right_event(make_world: MakeWorld) -> None:
    world = make_world(Clumsy, Calm, Flesh, *CLASSES[4:])
    clumsy = world.spawn(Clumsy(), Calm())
    struck = world.spawn(Flesh(), *(c() for c in CLASSES[4:]))
    with Tracer(world) as tracer:
        world.publish(Hurt(clumsy, struck, 1))
    found = spans(tracer)
    assert [call.handler.label for call in found["Slip"].calls] == ["Clumsy.fall"]
    assert [call.handler.label for call in found["Hurt"].calls] == [
        "Flesh.bleed", "Clumsy.slip", "Calm.breathe", "Flesh.groan",
    ]  # fmt: skip
    assert "Calm.breathe: Calm.breaths 0 → 1 @2" in changes(found["Hurt"])


def test_an_error_that_ends_everything_leaves_a_trace_that_can_be_read(
    make_world: MakeWorld,
) -> None:
    world = make_world(Clumsy)
    clumsy = world.spawn(Clumsy())
    tracer = Tracer(world)
    world.tap(tracer)
    with pytest.raises(ZeroDivisionError):
        world.publish(Slip(clumsy))
    assert [span.outcome for span in tracer.spans] == [None]
    with pytest.raises(ZeroDivisionError):
        world.publish(Slip(clumsy))
    assert [span.sequence for span in tracer.spans] == [1, 2]


class Mood(Enum):
    CALM = 1
    WILD = 2


@attrs.frozen
class Point:
    x: int


@event
class Stir(Notice):
    pass


@component
class Bag(Component):
    mood: Mood = Mood.CALM
    friend: Entity | None = None
    sizes: dict[str, int] = attrs.field(factory=dict)
    tags: list[str] = attrs.field(factory=list)
    points: list[Point] = attrs.field(factory=list)
    odd: Any = None

    @hears(Stir, APPLY)
    def stir(self, stir: Stir, world: World) -> None:
        self.mood = Mood.WILD
        self.friend = self.entity
        self.sizes["a"] = 1
        self.tags += ["a", "b"]
        self.points.append(Point(3))
        self.odd = object.__new__(_Odd)


class _Odd:
    def _plain_(self) -> list[int]:
        return []


def test_values_are_written_down_and_lead_back_to_nothing_live(make_world: MakeWorld) -> None:
    world = make_world(Bag)
    bag = world.spawn(Bag())
    with Tracer(world, lambda entity: "sack") as tracer:
        world.publish(Stir(bag))
    (stir,) = tracer.spans
    assert changes(stir) == [
        "Bag.stir: Bag.mood CALM → WILD @2",
        "Bag.stir: Bag.friend None → sack (2) @2",
        'Bag.stir: Bag.sizes {} → {"a":1} @2',
        'Bag.stir: Bag.tags [] → ["a","b"] @2',
        'Bag.stir: Bag.points [] → [{"x":3}] @2',
        "Bag.stir: Bag.odd None → [] @2",
    ]
    values = [value for change in stir.calls[0].changes for value in (change.before, change.after)]
    assert json.loads(json.dumps(values)) == values
    assert str(stir.roles[0][1]) == "sack"


def test_a_tracer_moves_no_digest(make_world: MakeWorld) -> None:
    values = []
    for traced in (False, True):
        world = make_world(*CLASSES)
        digest = Digest(world)
        striker, struck = fighters(world)
        if traced:
            with Tracer(world):
                world.publish(Shove(striker, struck))
        else:
            world.publish(Shove(striker, struck))
        values.append(digest.seal())
    assert values[0] == values[1]


def test_a_cleared_tracer_begins_anew(make_world: MakeWorld) -> None:
    world = make_world(*CLASSES)
    striker, struck = fighters(world)
    with Tracer(world) as tracer:
        world.publish(Blow(striker, struck))
        tracer.clear()
        world.publish(Blow(striker, struck))
    assert [span.sequence for span in tracer.spans] == [4, 5, 6]


@event
class Mark(Notice):
    """Carries what is to become of a mark; of a class that lacks its decorator, nothing."""

    number: int = 0
    how: Undecorated | None = None


@attrs.frozen
class Decorated:
    many: tuple[int, ...] = ()


class Undecorated(Decorated):
    pass


MARKS: list[dict[str, Any]] = [
    {"pair": (1, 2), "table": Fixed({"a": 1})},
    {"pair": (True, 2), "table": Fixed({"a": True})},
    {"cells": Fixed({(1, 2): 3})},
    {"words": frozenset({1, "a"})},
    {"kind": Decorated((1,))},
]


@component
class Marked(Component):
    pair: tuple[int | bool, int] = (0, 0)
    table: Fixed[str, int | bool] = attrs.field(factory=Fixed)
    cells: Any = attrs.field(factory=Fixed)
    words: Any = frozenset()
    kind: Decorated = Decorated()

    @hears(Mark, APPLY)
    def be_marked(self, mark: Mark, world: World) -> None:
        for name, value in MARKS[mark.number].items():
            setattr(self, name, value)


def test_what_changes_as_a_whole_is_told_as_it_would_be_written(debug: bool) -> None:
    world = World(components=[Marked], debug=debug)
    marked = world.spawn(Marked())
    with Tracer(world) as tracer:
        for number in range(len(MARKS)):
            world.publish(Mark(marked, number))
    assert [
        line.removeprefix("Marked.be_marked: Marked.").removesuffix(" @2")
        for span in tracer.spans
        for line in changes(span)
    ] == [
        "pair [0,0] → [1,2]", 'table {} → {"a":1}', "pair [1,2] → [true,2]",
        'table {"a":1} → {"a":true}', "cells {} → <Fixed>", "words [] → <frozenset>",
        'kind {"many":[]} → {"many":[1]}',
    ]  # fmt: skip


@event
class Touch(Change):
    target: Entity | None = role()


@component
class Bell(Component):
    """Counts touches wherever it hangs: on the world, on a thing, and on what owns one."""

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


@event
class Storm(Broadcast):
    pass


@component
class Sail(Component):
    torn: int = 0

    @hears(Storm, APPLY)
    def tear(self, storm: Storm, world: World) -> None:
        self.torn += 1


@pytest.mark.parametrize("thorough", [False, True])
def test_each_change_is_told_once_whatever_roles_the_changed_entity_plays(thorough: bool) -> None:
    world = World(components=[Bell])
    world.attach(world.root, Bell())
    owner, thing = world.spawn(Bell()), world.spawn(Bell())
    world.set_owner(thing, owner)
    everyone = [world.root, owner, thing]
    with Tracer(world, thorough=thorough) as tracer:
        for enactor in everyone:
            for target in [*everyone, None]:
                world.publish(Touch(enactor, target))
    told = [
        (change.entity, change.before, change.after)
        for call in tracer.calls
        for change in call.changes
    ]
    added = [int(after or 0) - int(before or 0) for _, before, after in told]
    assert sum(added) == sum(entity[Bell].rung for entity in everyone)
    assert len(told) == len({(entity, after) for entity, _, after in told})


@pytest.mark.parametrize("thorough", [False, True])
def test_a_broadcast_tells_once_what_it_changed_of_each_listener(thorough: bool) -> None:
    world = World(components=[Sail])
    ships = [world.spawn(Sail()), world.spawn(Sail())]
    with Tracer(world, thorough=thorough) as tracer:
        world.publish(Storm(ships[0]))
    told = [change.entity for call in tracer.calls for change in call.changes]
    assert told == [ship.id for ship in ships]
