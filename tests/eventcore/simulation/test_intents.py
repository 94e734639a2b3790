"""A simulation records only intents that a replay can read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    Action,
    Component,
    Entity,
    EventcoreError,
    JournalError,
    Query,
    Run,
    Simulation,
    World,
    event,
)
from eventcore.errors import RegistrationError
from eventcore.journal import Journal
from eventcore.schema.fixed import Fixed
from tests.eventcore.simulation.towns import Dawn, Despawn, Greet, Town, state


def gone(town: Town) -> None:
    one, other = town.people
    town.perform(Despawn(other.id))
    town.perform(Greet(one, other))


def unlisted(town: Town) -> None:
    town.perform(Dawn(town.people[0]))


def of_another(town: Town) -> None:
    town.perform(Greet(town.people[0], Town().people[1]))


def misfit(town: Town) -> None:
    one, other = town.people
    town.perform(Greet(one, other, "twice"))  # type: ignore[arg-type]  # the mistake


@pytest.mark.parametrize(
    "intent", [gone, unlisted, of_another, misfit], ids=lambda one: one.__name__
)
def test_intent_that_cannot_be_replayed_is_refused_and_not_recorded(
    intent: Callable[[Town], None], tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path) as town:
        with pytest.raises((EventcoreError, TypeError)) as error:
            intent(town)
        assert str(error.value) == snapshot
    types = [record.type for record in Journal.read(path).records]
    assert types == ["Despawn"] * (intent is gone) + ["close"]


@attrs.frozen
class Tax:
    """Version 2 of an intent, whose fields have changed."""

    version = 2

    copper: int


class Taxed(Simulation):
    intents = (Tax,)

    def act(self, intent: Any) -> Any:
        return None


def test_intent_is_recorded_with_the_version_of_its_class() -> None:
    town = Taxed()
    name, version, data = town.encode(Tax(3))
    assert (name, version) == ("Tax", 2)
    assert town.decode(name, version, bytes(data)) == Tax(3)


@pytest.mark.parametrize(
    ("name", "version", "data"),
    [
        ("Tax", 1, b'{"silver":3}'),
        ("Tax", 2, b'{"copper":3,"silver":3}'),
        ("Tax", 2, b'{"copper":"three"}'),
        ("Tax", 2, b"[3]"),
        ("Tax", 2, b"{"),
        ("Tribute", 1, b"{}"),
    ],
)
def test_record_that_is_not_an_intent_is_refused(
    name: str, version: int, data: bytes, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(JournalError) as error:
        Taxed().decode(name, version, data)
    assert str(error.value) == snapshot


def test_intent_that_nobody_carries_out_says_what_to_do(snapshot: SnapshotAssertion) -> None:
    class Idle(Simulation):
        intents = (Despawn,)

    with pytest.raises(RegistrationError) as error:
        Idle().perform(Despawn(1))
    assert str(error.value) == snapshot


def test_class_of_an_intent_is_performed_with_its_fields(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"

    class Home(Town):
        game = "Town"

        @property
        def actor(self) -> Entity:
            return self.people[0]

    with Home.record(path) as town:
        one, other = town.people
        greet = town.perform(Greet, other, times=3)
        assert (greet.enactor, greet.other, greet.times) == (one, other, 3)
        town.perform(Despawn, other.id)
    with Town.record(path, overwrite=True) as same:
        same.perform(Greet(same.people[0], same.people[1], 3))
        same.perform(Despawn(same.people[1].id))
    assert state(same) == state(town)
    assert Town.verify(path) is None


def test_actor_is_the_root_unless_overridden() -> None:
    town = Town()
    greet = town.perform(Greet, town.people[0])
    assert greet.enactor is town.world.root


def test_fields_of_a_finished_intent_are_rejected() -> None:
    town = Town()
    with pytest.raises(RegistrationError):
        town.perform(Greet(town.people[0], town.people[1]), 3)
    with pytest.raises(TypeError):
        town.perform(Greet, town.people[0], colour="red")
    with pytest.raises(TypeError):
        town.perform(int, 3)


class Colour(Enum):
    RED = "red"


@attrs.define(eq=False)
class Wares:
    """A list of names. Lists with the same names are not equal."""

    names: list[str] = attrs.field(factory=list)


@event
class Stock(Action):
    number: int = 0
    price: float = 0.0
    name: str = ""
    sizes: list[int] = attrs.field(factory=list)
    prices: dict[str, int] = attrs.field(factory=dict)
    wares: Wares = attrs.field(factory=Wares)
    owner: Entity | None = None


@attrs.frozen
class Restock:
    number: int = 0
    sizes: list[int] = attrs.field(factory=list)


class Store(Simulation):
    components: ClassVar[Sequence[type[Component]]] = ()
    intents: ClassVar[Sequence[type[Any]]] = (Stock, Restock)

    def act(self, intent: Any) -> Any:
        return intent


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (Stock, "number", lambda world: world.root),
        (Restock, "number", lambda world: world.root),
        (Stock, "sizes", lambda world: (1, 2)),
        (Restock, "sizes", lambda world: [world.root]),
        (Stock, "name", lambda world: Colour.RED),
        (Stock, "prices", lambda world: Fixed({"bread": 2})),
    ],
)
def test_value_that_a_replay_would_read_as_another_is_refused(
    tmp_path: Path, kind: type[Any], name: str, value: Callable[[World], Any]
) -> None:
    refused = pytest.raises(JournalError, match=rf"not read this intent: {kind.__name__}\.{name}:")
    with Store.record(tmp_path / "store.jsonl") as store, refused:
        store.perform(kind, **{name: value(store.world)})
    assert Store.verify(tmp_path / "store.jsonl") is None


def test_value_that_a_replay_reads_as_an_equal_one_is_recorded(tmp_path: Path) -> None:
    with Store.record(tmp_path / "store.jsonl") as store:
        store.perform(Stock, 3, 1, "bread", [1], {"a": 2}, Wares(["rye"]), store.world.root)
        store.perform(Restock(1, [2]))
    assert len(Journal.read(tmp_path / "store.jsonl").records) == 3


@event
class Visit(Action):
    hosts: list[Entity] = attrs.field(factory=list)


class Undeclared(Visit):
    pass


@event
class Mood(Query):
    pass


class Hamlet(Town):
    intents: ClassVar[Sequence[type[Any]]] = (Greet, Visit, Undeclared, Mood, Restock)
    act = Simulation.act


@pytest.mark.parametrize(
    "intent",
    [
        lambda hamlet, greeted: greeted,
        lambda hamlet, greeted: hamlet.world.preview(Greet(greeted.other, hamlet.actor)).event,
        lambda hamlet, greeted: Visit(hamlet.actor, [Town().people[0]]),
        lambda hamlet, greeted: Undeclared(hamlet.actor),
        lambda hamlet, greeted: Mood(hamlet.actor),
        lambda hamlet, greeted: Restock(),
        lambda hamlet, greeted: Run(59),
        lambda hamlet, greeted: Run(-1),
        lambda hamlet, greeted: Run(1 << 60),
    ],
)
def test_intent_that_act_would_refuse_at_once_is_not_recorded(
    intent: Callable[[Hamlet, Greet], Any], tmp_path: Path
) -> None:
    path = tmp_path / "hamlet.jsonl"
    with Hamlet.record(path) as hamlet:
        hamlet.run(until=60)
        one, other = hamlet.people
        greeted = hamlet.perform(Greet(one, other))
        refused = intent(hamlet, greeted)
        with pytest.raises(EventcoreError) as recorded:
            hamlet.perform(refused)
        with pytest.raises(EventcoreError) as carried_out:
            hamlet.act(refused)
        assert recorded.type is carried_out.type
        hamlet.perform(Greet(one, other))
    records = [record.type for record in Journal.read(path).records]
    assert records == ["Run", "Greet", "Greet", "close"]
    assert Hamlet.verify(path) is None
