"""A broadcast that cannot be heard as it is declared is refused, with what to declare instead."""

from typing import Any

import pytest

from eventcore import (
    APPLY,
    Action,
    Broadcast,
    Change,
    Component,
    Entity,
    Notice,
    Query,
    RegistrationError,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import DispatchError


@event
class Alarm(Broadcast):
    """Heard by all."""


def test_a_role_besides_the_enactor() -> None:
    with pytest.raises(RegistrationError) as caught:

        @event
        class Cry(Broadcast):
            thief: Entity = role()

    assert str(caught.value) == (
        "Cry.thief: a broadcast is heard by everyone, whatever they play in it; declare it as a "
        "plain field, thief: Entity"
    )


def test_a_plain_field_that_holds_an_entity_will_do() -> None:
    @event
    class Cry(Broadcast):
        thief: Entity

    world = World(components=[])
    assert world.publish(Cry(world.root, world.root)).thief is world.root


def test_a_handler_for_a_role_of_it_but_the_enactor() -> None:
    with pytest.raises(RegistrationError) as caught:
        handles(Alarm, APPLY, role="target")
    assert str(caught.value) == (
        "@handles(Alarm, role='target'): the event has no such role; it has enactor"
    )


@pytest.mark.parametrize("kind", [Action, Change, Notice, Query])
def test_an_order_of_chance_where_nobody_is_gone_through(kind: type) -> None:
    with pytest.raises(RegistrationError) as caught:
        event(shuffled="activation")(type("Walk", (kind,), {}))
    assert str(caught.value) == (
        "@event(shuffled='activation'): Walk is heard by those in its roles, in an order of its "
        "own; derive it from Broadcast, or leave out shuffled"
    )


@pytest.mark.parametrize("stream", ["", True, 7, ("a",)])
def test_an_order_of_chance_from_what_is_no_name_of_a_stream(stream: Any) -> None:
    with pytest.raises(RegistrationError) as caught:
        event(shuffled=stream)(type("Step", (Broadcast,), {}))
    assert str(caught.value) == (
        f"@event(shuffled={stream!r}) on Step: give the name of the stream that the order is drawn "
        'from, such as shuffled="activation"'
    )


def test_a_shuffled_class_that_is_no_event() -> None:
    thing: Any = type("Thing", (), {})
    with pytest.raises(RegistrationError, match="Thing is none: derive it from Action, Change"):
        event(shuffled="activation")(thing)


def test_a_broadcast_without_its_decorator() -> None:
    class Bare(Broadcast):
        """Not declared."""

    world = World(components=[])
    with pytest.raises(RegistrationError, match="Bare lacks its decorator: put @event above"):
        world.publish(Bare(world.root))


def test_a_question_to_everyone() -> None:
    world = World(components=[])
    question: Any = Alarm(world.root)
    with pytest.raises(DispatchError, match=r"Alarm is no Query: publish it with world\.publish"):
        world.ask(question)


def test_one_that_is_published_twice(debug: bool) -> None:
    world = World(components=[], debug=debug)
    alarm = world.publish(Alarm(world.root))
    with pytest.raises(DispatchError, match="was used already: make a new one"):
        world.publish(alarm)


def test_one_by_an_entity_of_another_world(debug: bool) -> None:
    world, other = World(components=[], debug=debug), World(components=[], debug=debug)
    with pytest.raises(DispatchError, match="Alarm of an entity of another world"):
        world.publish(Alarm(other.root))


def test_a_rule_of_the_world_on_who_is_not_the_world() -> None:
    @component
    class Siren(Component):
        @handles(Alarm, APPLY, via="world")
        def wail(self, alarm: Alarm, world: World) -> None:
            """Never runs."""

    with pytest.raises(RegistrationError, match=r"attach it to world\.root, or leave out the via"):
        World(components=[Siren]).spawn(Siren())
