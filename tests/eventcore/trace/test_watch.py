"""A write is attributed to the handler that is running, whatever events it has published."""

from contextlib import suppress

import pytest

from eventcore import (
    AIM,
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    World,
    component,
    event,
    handles,
)
from eventcore.diagnose.activity import Activity
from eventcore.trace.watch import WriteWatch


@event
class Go(Action):
    how: str = ""


@event
class Try(Action):
    how: str = ""


@event
class Knock(Action):
    pass


@component
class Door(Component):
    opened: int = 0

    @handles(Try, AIM)
    def use_another(self, attempt: Try, world: World) -> None:
        if attempt.how == "replaced":
            attempt.replace(Try(attempt.enactor, "refused"))
        if attempt.how == "replaced twice":
            attempt.replace(Try(attempt.enactor, "replaced"))

    @handles(Try, VALIDATE)
    def check(self, attempt: Try, world: World) -> None:
        if attempt.how == "refused":
            attempt.fail("locked")

    @handles(Try, APPLY)
    def open(self, attempt: Try, world: World) -> None:
        self.opened += 1

    @handles(Try, REACT)
    def creak(self, attempt: Try, world: World) -> None:
        if attempt.how == "nested":
            world.publish(Try(attempt.enactor, "raising"))
        if attempt.how == "raising":
            self.opened += 10
            raise ValueError(attempt.how)

    @handles(Try, REACT, always=True)
    def knock(self, attempt: Try, world: World) -> None:
        if attempt.how == "refused":
            world.publish(Knock(attempt.enactor))


@component
class Walker(Component):
    steps: int = 0

    @handles(Go, APPLY)
    def go(self, going: Go, world: World) -> None:
        attempt = Try(going.enactor, going.how)
        if going.how == "deferred":
            world.defer(attempt)
        else:
            with suppress(ValueError):
                world.publish(attempt)
        self.steps += 1

    @handles(Go, REACT)
    def rest(self, going: Go, world: World) -> None:
        self.steps += 10


@pytest.mark.parametrize(
    "how", ["done", "refused", "replaced", "replaced twice", "raising", "nested", "deferred"]
)
def test_write_after_a_nested_event_is_attributed_to_the_publishing_handler(how: str) -> None:
    world = World(components=[Walker, Door])
    walker = world.spawn(Walker(), Door())
    place = (walker, "Walker.steps")
    activity = Activity(world)
    with WriteWatch(world, lambda: {place: walker[Walker].steps}) as watch:
        world.publish(Go(walker, how))
        walker[Walker].steps += 100
        writes = watch.take()
    by = [(write.before, write.after, write.by) for write in writes]
    assert by == [(0, 1, "Walker.go"), (1, 11, "Walker.rest"), (11, 111, "")]
    rows = [row for row in activity.take() if row.subject.endswith("Walker.steps")]
    assert [row.by for row in rows] == ["Walker.go", "Walker.rest", ""]


def test_write_after_an_error_ended_all_handlers_is_attributed_to_no_handler() -> None:
    world = World(components=[Walker, Door])
    walker = world.spawn(Walker(), Door())
    place = (walker, "Door.opened")
    with WriteWatch(world, lambda: {place: walker[Door].opened}) as watch:
        with suppress(ValueError):
            world.publish(Try(walker, "raising"))
        writes = watch.take()
        walker[Door].opened += 100
        writes += watch.take()
    by = [(write.before, write.after, write.by) for write in writes]
    assert by == [(0, 1, "Door.open"), (1, 11, "Door.creak"), (11, 111, "")]


def test_event_published_after_a_refusal_is_credited_to_the_always_handler() -> None:
    world = World(components=[Walker, Door])
    activity = Activity(world)
    world.publish(Try(world.spawn(Door()), "refused"))
    by = [row.by for row in activity.take() if row.kind == "published"]
    assert by == ["", "Door.knock"]
