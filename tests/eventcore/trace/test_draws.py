"""A trace shows each draw beside its handler, and tracing does not change any draw."""

from __future__ import annotations

from typing import Any

import pytest

from eventcore import APPLY, REACT, Notice, Snapshot, World, event
from eventcore.testing import MakeWorld
from eventcore.time import Exponential, run
from eventcore.trace import Tracer
from tests.eventcore.worlds.bodies import Dawn, component_of, does

CHOICES = ["axe", "bow", "cup"]
DRAWS = {
    "below": (100,),
    "roll": (1, 20),
    "chance": (40, 100),
    "pick": (CHOICES,),
    "weighted": (CHOICES, [1, 2, 3]),
    "shuffled": (CHOICES,),
    "exponential": (1000,),
    "normal": (10, 2),
}


@event
class Fault(Notice):
    pass


def drawn(world: World, *kinds: str) -> list[Any]:
    return [getattr(world.stream("fire"), kind)(*DRAWS[kind]) for kind in kinds]


def made(make_world: MakeWorld, act: Any) -> tuple[World, Any]:
    Drawer = component_of("Drawer", act=does(act, Dawn))
    world = make_world(Drawer)
    return world, world.spawn(Drawer())


def draws_of(tracer: Tracer) -> list[str]:
    calls = [call for span in tracer.spans for call in span.calls]
    return [f"{call.handler.name} {draw}" for call in calls for draw in call.draws]


def test_each_kind_of_draw_is_reported_once_with_its_range(make_world: MakeWorld) -> None:
    results: list[Any] = []
    world, body = made(make_world, lambda dawn, world: results.extend(drawn(world, *DRAWS)))
    with Tracer(world) as tracer:
        world.publish(Dawn(body))
    ranges = [draw.partition(": ")[2].split(" ", 1)[1] for draw in draws_of(tracer)]
    number = draws_of(tracer)[2].split()[2]
    assert ranges == [
        "of 100", "(1 to 20)", f"of 100 ({'' if int(number) < 40 else 'not '}below 40)",
        "(3 choices)", "(3 weighted choices)", "shuffled", "(mean 1000)", "(mean 10, deviation 2)",
    ]  # fmt: skip
    assert results[2] == (int(number) < 40)
    assert f"act fire: {results[0]} of 100" in draws_of(tracer)


def test_tracing_does_not_change_draws(make_world: MakeWorld) -> None:
    found = []
    for traced in (False, True):
        results: list[Any] = []
        world, body = made(
            make_world, lambda dawn, world, to=results: to.extend(drawn(world, *DRAWS))
        )
        drawn(world, "roll")
        if traced:
            with Tracer(world):
                world.publish(Dawn(body))
        else:
            world.publish(Dawn(body))
        found.append((results, world.draws(), drawn(world, *DRAWS)))
    assert found[0] == found[1]


def test_draws_end_with_the_last_tracer_and_are_not_reported_outside_of_events(
    debug: bool,
) -> None:
    Drawer = component_of("Drawer", act=does(lambda dawn, world: drawn(world, "below"), Dawn))
    world = World(components=[Drawer], debug=debug)
    body = world.spawn(Drawer())
    stream = world.stream("fire")
    cls = type(stream)
    with Tracer(world) as tracer:
        stream.below(3)
        with Tracer(world) as inner:
            world.publish(Dawn(body))
        world.publish(Dawn(body))
        assert type(Snapshot(world).make_world().stream("fire")) is cls
    world.publish(Dawn(body))
    assert (len(draws_of(tracer)), len(draws_of(inner))) == (2, 1)
    assert type(stream) is cls


def test_tracer_does_not_report_draws_with_invalid_arguments(make_world: MakeWorld) -> None:
    def act(dawn: Dawn, world: World) -> None:
        wrong: dict[str, tuple[Any, ...]] = {
            "below": (0,), "chance": (1, 0), "roll": (2, 1), "pick": ([],),
        }  # fmt: skip
        for kind, given in wrong.items():
            with pytest.raises(ValueError, match=kind):
                getattr(world.stream("fire"), kind)(*given)
        world.stream("fire").below(7)

    world, body = made(make_world, act)
    with Tracer(world) as tracer:
        world.publish(Dawn(body))
    assert len(draws_of(tracer)) == 1


def test_draw_after_a_caught_error_belongs_to_the_handler_that_caught_it(
    make_world: MakeWorld,
) -> None:
    def fall(fault: Any, world: World) -> None:
        drawn(world, "below")
        raise ZeroDivisionError

    def act(dawn: Dawn, world: World) -> None:
        with pytest.raises(ZeroDivisionError):
            world.publish(Fault(dawn.enactor))
        drawn(world, "roll")

    Drawer = component_of("Drawer", act=does(act, Dawn, REACT), fall=does(fall, Fault, APPLY))
    world = make_world(Drawer)
    body = world.spawn(Drawer())
    with Tracer(world) as tracer:
        world.publish(Dawn(body))
    assert [line.split(":")[0] for line in draws_of(tracer)] == ["act fire", "fall fire"]
    assert [line.split(" ", 3)[3] for line in draws_of(tracer)] == ["(1 to 20)", "of 100"]


def test_span_has_its_time_within_a_turn(make_world: MakeWorld) -> None:
    world, body = made(make_world, lambda dawn, world: None)
    world.agenda.every(Exponential(130, "dawns"), Dawn(body), start=0, count=3)
    with Tracer(world) as tracer:
        run(world)
    times = [(span.turn, span.time) for span in tracer.spans]
    assert times[0] == (0, None)
    assert [turn == time // world.turn_length for turn, time in times[1:] if time] == [True] * 2
    assert tracer.spans[1].when == f"turn {times[1][0]}, time {times[1][1]}"
