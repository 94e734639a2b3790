"""Only one thread at a time may use a world, but another thread may use it later."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import APPLY, MODIFY, Component
from eventcore.errors import DispatchError
from eventcore.outcome import DONE
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Fade, Walk, Weight, alone, component_of, does

LONG = 30
"""The number of seconds after which a test stops waiting for the other thread."""


def waiter_of(
    walking: Callable[[], object], weighing: Callable[[], object] = lambda: None
) -> type[Component]:
    return component_of(
        "Waiter",
        walk=does(lambda *_: walking(), Walk, APPLY),
        weigh=does(lambda *_: weighing(), Weight, MODIFY),
    )


class Other:
    """A thread that runs a function, and stores the error that the function raises."""

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
        self._thread.join(LONG)
        assert not self._thread.is_alive()


def test_world_may_be_handed_to_another_thread(make_world: MakeWorld) -> None:
    world, walker = alone(make_world, waiter_of(lambda: world.publish(Fade(walker))), Body)
    world.publish(Walk(walker))
    for _ in range(2):
        other = Other(lambda: world.publish(Walk(walker)))
        other.end()
        assert other.error is None
        world.publish(Walk(walker))
    assert walker[Body].wounds == 5


def test_question_that_outlasts_the_event_of_another_thread_is_refused(
    make_world: MakeWorld, snapshot: SnapshotAssertion
) -> None:
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
    with pytest.raises(DispatchError) as error:
        world.ask(Weight(waiter))
    assert str(error.value) == snapshot
    go.set()
    other.end()
    assert other.error is None
    fade = world.publish(Fade(waiter))
    assert (fade.outcome, fade.cause) == (DONE, None)
