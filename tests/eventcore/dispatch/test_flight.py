"""An interrupt at any point leaves the world usable."""

from __future__ import annotations

import gc
import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Event,
    World,
    component,
    handles,
)
from eventcore.outcome import DONE
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Run,
    Walk,
    Weight,
    component_of,
    does,
    says,
)
from tests.sampling import sampled

Charm = component_of("Charm", glow=says("charm", Fade, via="owner"))
Mortal = component_of(
    "Mortal", die=does(lambda hit, w: w.despawn(hit.target), Hit, APPLY, role="target")
)


@component
class Errand(Component):
    """Uses everything that a dispatch can do, from queries and nested events to errors."""

    victim: Any = None

    @handles(Run, VALIDATE)
    def slow_down(self, run: Run, world: World) -> None:
        run.replace(Walk(self.entity))

    @handles(Weight, MODIFY)
    def weigh(self, weight: Weight, world: World) -> None:
        weight.total += 1

    @handles(Walk, RESOLVE)
    def strike(self, walk: Walk, world: World) -> None:
        world.ask(Weight(self.entity))
        world.publish(Hit(self.entity, self.victim))

    @handles(Walk, APPLY)
    def change(self, walk: Walk, world: World) -> None:
        world.defer(Fade(self.entity))
        world.attach(self.entity, Legs())
        world.set_owner(world.spawn(Charm()), self.entity)

    @handles(Walk, REACT)
    def stumble(self, walk: Walk, world: World) -> None:
        with suppress(ZeroDivisionError):
            world.publish(Dawn(self.entity))

    @handles(Dawn)
    def fall(self, dawn: Dawn, world: World) -> None:
        world.defer(Dawn(self.entity))
        raise ZeroDivisionError


class Scene:
    """A world that runs an errand, and a list of the events that its observers receive."""

    def __init__(self, debug: bool) -> None:
        self.world = World(components=[Errand, Legs, Body, Mortal, Charm], debug=debug)
        self.told: list[str] = []
        self.world.observe(Event, lambda event: self.told.append(type(event).__name__))
        self.walker = self.world.spawn(Errand(self.world.spawn(Mortal(), Body())), Body())
        self.other = self.world.spawn(Legs(), Body())

    def run(self) -> None:
        self.world.publish(Run(self.walker))

    def check(self) -> None:
        """Check that the world is usable, and that the errand has left nothing behind."""
        world = self.world
        self.told.clear()
        walk, fade = Walk(self.other), Fade(self.walker)
        for event in (walk, fade):
            world.publish(event)
            assert (event.outcome, event.cause, event.depth) == (DONE, None, 0)
        assert walk.log == ["legs"]
        assert fade.log == ["body", *["charm"] * len(self.walker.owned)]
        assert self.told == ["Walk", "Fade"]
        for entity in world:
            for part in entity.components:
                assert part.entity is entity
        for cls in (Legs, Body):
            assert list(world.having(cls)) == [one for one in world if cls in one]
        assert Legs in world.spawn(Legs())


class Interrupter:
    """Raises KeyboardInterrupt before a given bytecode instruction of the library."""

    def __init__(self, at: int) -> None:
        self.left = at
        self.where = ""

    def __call__(self, frame: FrameType, what: str, _: object) -> Any:
        name = frame.f_code.co_filename
        if not ("<eventcore" in name or "/eventcore/" in name) or "/tests/" in name:
            return None
        frame.f_trace_opcodes = True
        # While a generator closes, there is no line number, and Python swallows errors.
        if what == "opcode" and frame.f_lineno is not None:
            self.left -= 1
            if self.left == 0:
                self.where = f"{frame.f_code.co_qualname}:{frame.f_lineno}"
                raise KeyboardInterrupt(self.where)
        return self


def traced(tracer: Interrupter, act: Callable[[], None]) -> bool:
    """Call ``act`` in a separate thread, and return whether an instruction was interrupted.

    In a thread that is already handling another error, Python may swallow the interrupt.
    """
    errors: list[BaseException] = []

    def run() -> None:
        # Set this before tracing begins, because otherwise Python 3.12 reports no instructions.
        frame = inspect.currentframe()
        assert frame is not None
        frame.f_trace_opcodes = True
        sys.settrace(tracer)
        try:
            act()
        except KeyboardInterrupt as error:
            errors.append(error.with_traceback(None))
        finally:
            sys.settrace(None)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return bool(errors)


def test_uninterrupted_errand_publishes_every_event_of_its_chain(debug: bool) -> None:
    scene = Scene(debug)
    scene.run()
    assert scene.told == ["Run", "Walk", "Hit", "Fade"]
    assert len(scene.world) == 4


def places_of(scene: Scene) -> int:
    """Return the number of instructions at which an errand can be interrupted."""
    tracer = Interrupter(0)
    traced(tracer, scene.run)
    return -tracer.left


@pytest.fixture
def no_collection() -> Iterator[None]:
    """Disable garbage collection, because code that the collector runs would be counted too."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
@pytest.mark.endurance
def test_interrupt_anywhere_leaves_a_world_that_can_be_used(debug: bool) -> None:
    Scene(debug).run()  # compile the chains before counting
    places = min(places_of(Scene(debug)) for _ in range(2))
    assert places > 3000
    for at in sampled(range(1, places + 1), 80):
        scene, tracer = Scene(debug), Interrupter(at)
        assert traced(tracer, scene.run)
        try:
            scene.check()
        except BaseException as error:
            error.add_note(f"interrupted at {at} of {places}, in {tracer.where}")
            raise
