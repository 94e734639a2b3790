"""Debug mode warns about handlers whose components belong to an entity that never has the role."""

from __future__ import annotations

import warnings

import pytest

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.resources import Finish, Join, Renege, Serve, Server


@event
class Treat(Action):
    patient: Entity = role()


@component
class Doctor(Component):
    @handles(Treat, APPLY)
    def treat(self, treat: Treat, world: World) -> None:
        pass


@component
class Robot(Component):
    @handles(Treat, APPLY)
    def treat(self, treat: Treat, world: World) -> None:
        pass


@component
class Ward(Component):
    """Handles treatments, but treatments are enacted by doctors."""

    treated: int = 0

    @handles(Treat, REACT)
    def count(self, treat: Treat, world: World) -> None:
        self.treated += 1


@component
class Hospital(Component):
    """Handles services, but services are enacted by the entity with the server."""

    left: int = 0

    @handles(Serve, APPLY)
    def draw_duration(self, serve: Serve, world: World) -> None:
        serve.duration = 5

    @handles(Finish)
    def count(self, finish: Finish, world: World) -> None:
        self.left += 1

    @handles(Renege, VALIDATE, role="server")
    def keep(self, renege: Renege, world: World) -> None:
        renege.fail("stay")


@component
class Star(Component):
    """Handles the services of some customers only."""

    @handles(Serve, APPLY, role="customer")
    def take_longer(self, serve: Serve, world: World) -> None:
        serve.duration = 50


class Everyone(Simulation):
    components = (Doctor, Robot, Ward, Hospital, Star, Server)


def warned(*spawned: tuple[Component, ...]) -> list[str]:
    """Return the warnings of a run in which each entity treats and serves all others."""
    simulation = Everyone(debug=True)
    world = simulation.world
    with warnings.catch_warnings(record=True) as seen, simulation:
        warnings.simplefilter("always")
        entities = [world.spawn(*parts) for parts in spawned]
        patients = [world.spawn() for _ in range(3)]
        for entity in entities:
            for patient in patients if Server in entity else ():
                world.publish(Join(patient, entity))
            for patient in patients if Doctor in entity else ():
                world.publish(Treat(entity, patient))
        simulation.run(100)
    return [str(each.message) for each in seen]


def test_handlers_whose_entity_is_never_the_server_are_named() -> None:
    duration, count = warned((Server(service_time=3),), (Hospital(),))
    assert duration == (
        "Hospital.draw_duration (APPLY 700) has never run: Server carries out Serve for the "
        "enactor, and no entity has both. Attach Hospital to the entity with Server"
    )
    assert count.startswith("Hospital.count (REACT 1000) has never run: Server carries out Finish")


def test_handler_of_a_user_event_is_named_if_its_entity_cannot_carry_it_out() -> None:
    (count,) = warned((Doctor(),), (Ward(),))
    assert count.startswith("Ward.count (REACT 1000) has never run: Doctor carries out Treat for")
    assert warned((Doctor(), Ward()), (Ward(),)) == []


@pytest.mark.parametrize(
    "spawned",
    [
        [(Server(service_time=3), Hospital())],
        [(Doctor(),), (Robot(),)],  # a robot may treat patients later
        [(Server(service_time=3),), (Star(),)],  # a star may become a customer later
        [(Server(service_time=3),)],
    ],
)
def test_handlers_that_may_run_later_are_not_named(spawned: list[tuple[Component, ...]]) -> None:
    assert warned(*spawned) == []
