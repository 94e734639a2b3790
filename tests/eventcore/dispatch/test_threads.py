"""Threads: a world is one thread's at a time, and another that comes between is refused."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from eventcore import APPLY, MODIFY, Component
from eventcore.errors import DispatchError
from eventcore.outcome import DONE
from eventcore.testing import MakeWorld
from eventcore.time import next_actor
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Walk,
    Weight,
    alone,
    component_of,
    does,
)

REFUSED = (
    "while another thread is dispatching: a world is one thread's at a time: publish in one, and "
    "hand it what others want published, as by a queue.Queue"
)
LONG = 30
"""Seconds after which a test gives up waiting for the other thread."""


def waiter_of(
    walking: Callable[[], object], weighing: Callable[[], object] = lambda: None
) -> type[Component]:
    """Make a component whose handlers do whatever a test says."""
    return component_of(
        "Waiter",
        walk=does(lambda *_: walking(), Walk, APPLY),
        weigh=does(lambda *_: weighing(), Weight, MODIFY),
    )


class Other:
    """Another thread, that publishes something and keeps what that raises."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.error: DispatchError | None = None
        self._act = act
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._act()
        except DispatchError as error:
            self.error = error

    def end(self) -> None:
        """Wait until it is done."""
        self._thread.join(LONG)
        assert not self._thread.is_alive()


def test_what_another_thread_does_meanwhile_is_refused(make_world: MakeWorld) -> None:
    inside, go = threading.Event(), threading.Event()

    def pause() -> None:
        inside.set()
        assert go.wait(LONG)

    world, waiter = alone(make_world, waiter_of(pause))
    handle = world.schedule(Walk(waiter), 5)
    world.agenda.schedule(waiter)
    told: list[str] = []
    world.observe(Walk, lambda walk: told.append(walk.outcome.value))
    other = Other(lambda: world.publish(Walk(waiter)))
    assert inside.wait(LONG)
    deeds: list[tuple[str, Callable[[], object]]] = [
        ("Dawn sent", lambda: world.publish(Dawn(world.root))),
        ("the world used", lambda: world.defer(Dawn(world.root))),
        ("the world used", lambda: world.spawn()),
        ("the world used", lambda: world.advance()),
        ("the world used", lambda: world.schedule(Dawn(world.root))),
        ("the world used", lambda: handle.cancel()),
        ("the world used", lambda: world.agenda.schedule(world.root)),
        ("the world used", lambda: world.agenda.cancel(waiter)),
        ("the world used", lambda: world.agenda.delay(waiter)),
        ("the world used", lambda: world.agenda.freeze(waiter)),
        ("the world used", lambda: world.agenda.next()),
        ("the world used", lambda: next_actor(world)),
        ("the world used", lambda: world.preview(Walk(waiter))),
    ]
    if world.debug:
        deeds.append(("Weight sent", lambda: world.ask(Weight(world.root))))
    for what, deed in deeds:
        with pytest.raises(DispatchError) as caught:
            deed()
        assert str(caught.value) == f"{what} {REFUSED}"
    go.set()
    other.end()
    assert other.error is None
    assert (told, len(world), world.sequence) == (["done"], 2, 1)
    assert (handle.pending, world.agenda.due(waiter), world.agenda.planned) == (True, 0, 1)
    assert world.publish(Dawn(world.root)).cause is None


def test_a_world_may_be_handed_to_another_thread(make_world: MakeWorld) -> None:
    world, walker = alone(make_world, waiter_of(lambda: world.publish(Fade(walker))), Body)
    world.publish(Walk(walker))
    for _ in range(2):
        other = Other(lambda: world.publish(Walk(walker)))
        other.end()
        assert other.error is None
        world.publish(Walk(walker))
    assert walker[Body].wounds == 5


def test_chains_that_end_crosswise_say_so(make_world: MakeWorld) -> None:
    """A question is asked by whom the bus does not look at, and ends after the event."""
    inside, go = threading.Event(), threading.Event()

    def pause() -> None:
        inside.set()
        assert go.wait(LONG)

    def outlast() -> None:
        go.set()
        other.end()

    world, waiter = alone(make_world, waiter_of(pause, outlast), Body)
    world.publish(Dawn(world.root))
    other = Other(lambda: world.publish(Walk(waiter)))
    assert inside.wait(LONG)
    with pytest.raises(
        DispatchError,
        match="Weight sent while" if world.debug else "another event took the place of Weight",
    ):
        world.ask(Weight(waiter))
    go.set()
    other.end()
    assert other.error is None
    fade = world.publish(Fade(waiter))
    assert (fade.outcome, fade.cause) == (DONE, None)
