"""A write that no event shows is found within ten turns, even in a large component class."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest

from eventcore import APPLY, Action, Component, Simulation, World, component, event, handles
from eventcore.journal import Journal


@event
class Browse(Action):
    pass


@component
class Desk(Component):
    visits: int = 0

    @handles(Browse, APPLY)
    def count(self, browse: Browse, world: World) -> None:
        self.visits += 1
        self.tidy(world)

    def tidy(self, world: World) -> None:
        """Do nothing; a test plants a fault here."""


@component
class Shelf(Component):
    books: list[str] = attrs.field(factory=list)


SHELVES: list[Any] = [component(type(f"Shelf{number}", (Shelf,), {})) for number in range(6)]


class Library(Simulation):
    """A library with six large component classes, which no event ever changes."""

    components: ClassVar[Sequence[type[Component]]] = (Desk, *SHELVES)
    intents: ClassVar[Sequence[type[Any]]] = (Browse,)

    def setup(self, books: int = 100) -> None:
        self.world.attach(self.world.root, Desk())
        for cls in SHELVES:
            self.world.attach(self.world.root, cls([f"book {n}" for n in range(books)]))


def record(path: Path, books: int, *, events: bool) -> None:
    """Record 110 visits, and resume the recording once."""
    with Library.record(path, books=books, events=events) as library:
        for _ in range(55):
            library.perform(Browse)
    with Library.resume(path) as library:
        for _ in range(55):
            library.perform(Browse)


@pytest.mark.parametrize("shelf", SHELVES)
@pytest.mark.parametrize("books", [100, 2_000])
@pytest.mark.parametrize("events", [False, True])
@pytest.mark.parametrize("visit", [13, 68])
def test_field_that_is_lost_in_a_large_component_is_found_within_ten_turns(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    shelf: Any,
    books: int,
    events: bool,
    visit: int,
) -> None:
    path = tmp_path / "library.jsonl"
    record(path, books, events=events)
    assert Library.verify(path) is None

    def lose(desk: Desk, world: World) -> None:
        if desk.visits == visit:
            world.root[shelf].books.pop()

    monkeypatch.setattr(Desk, "tidy", lose)
    found = Library.verify(path)
    assert found is not None
    assert (found.field, found.parts) == ("state", (shelf.__name__,) if events else ())
    lines = Journal.read(path).lines
    assert visit < lines.index(found.line) <= visit + 10 + (visit > 55)  # a close was recorded
