"""A simulation records only intents that a replay can read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar

import attrs
import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    Action,
    Change,
    Component,
    Entity,
    EventcoreError,
    JournalError,
    Query,
    Run,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import DispatchError, RegistrationError, UnknownEntityError
from eventcore.journal import Journal
from eventcore.resources import Join, Server
from eventcore.schema.fixed import Fixed
from eventcore.state.saving import save_world
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


@event
class Bury(Change):
    mourner: Entity = role()


@event
class Praise(Action):
    about: Entity


@component
class Grave(Component):
    visitors: int = 0

    @handles(Bury, APPLY, via="world")
    def visit(self, bury: Bury, world: World) -> None:
        self.visitors += 1


class Village(Town):
    """A town whose first person has left."""

    components = (*Town.components, Grave, Server)
    intents = (*Town.intents, Bury, Join, Praise)

    def setup(self, people: int = 3, *, luck: int = 0) -> None:
        super().setup(people, luck=luck)
        self.world.attach(self.world.root, Grave())
        self.gone, self.here, self.till = self.people
        self.world.attach(self.till, Server(service_time=3))
        self.world.despawn(self.gone)


REFUSED: dict[str, Callable[[Village], Any]] = {
    "enactor": lambda town: Greet(town.gone, town.here),
    "enactor and other": lambda town: Greet(town.gone, town.gone),
    "affected": lambda town: Bury(town.here, town.gone),
    "customer": lambda town: Join(town.gone, town.till),
    "server": lambda town: Join(town.here, town.gone),
}


@pytest.mark.parametrize("role", REFUSED)
def test_recorded_intent_of_an_entity_that_has_left_fails_and_replays(
    role: str, tmp_path: Path
) -> None:
    path, plain = tmp_path / "village.jsonl", Village()
    with Village.record(path, events=True) as recorded:
        for town in (plain, recorded):
            settled = town.perform(REFUSED[role](town))
            assert (settled.failed, settled.reason) == (True, "gone")
            town.perform(Greet(town.here, town.till))
        assert save_world(recorded.world) == save_world(plain.world)
        intent = REFUSED[role](recorded)
        read = recorded.decode(*recorded.encode(intent))
        ids = [[getattr(one, name).id for name in intent._roles_] for one in (intent, read)]
        assert ids[0] == ids[1]
    assert Village.verify(path) is None
    with Village.resume(path) as resumed:
        assert save_world(resumed.world) == save_world(recorded.world)
    Path(f"{path}.keys").unlink()  # now replay all intents
    with Village.resume(path) as resumed:
        assert save_world(resumed.world) == save_world(recorded.world)


def test_intent_is_refused_in_every_mode_if_it_only_mentions_an_entity_that_has_left(
    tmp_path: Path,
) -> None:
    path, messages = tmp_path / "village.jsonl", set()
    with Village.record(path) as recorded:
        for town in (Village(), recorded):
            here, gone = town.here, town.gone
            for intent in (Greet(here, gone), Bury(gone, here), Praise(here, gone)):
                with pytest.raises(UnknownEntityError) as error:
                    town.perform(intent)
                messages.add(str(error.value))
            assert town.world.root[Grave].visitors == 0
    assert messages == {
        f"{name} has left the world, so {kind} could not be replayed: "
        "perform it only while the entity is alive"
        for name in ("Greet.other", "Bury.enactor", "Praise.about")
        for kind in [name.partition(".")[0]]
    }
    assert [record.type for record in Journal.read(path).records] == ["close"]


def test_role_must_hold_an_entity_even_if_the_enactor_has_left(tmp_path: Path) -> None:
    with Village.record(tmp_path / "village.jsonl") as recorded:
        for town in (Village(), recorded):
            intent = Greet(town.gone, 3)  # type: ignore[arg-type]  # the mistake
            with pytest.raises(DispatchError, match=r"^Greet\.other is 3: a role must hold"):
                town.perform(intent)


@pytest.mark.parametrize("number", [0, 5, -1, 2.5, "2"])
def test_id_that_was_never_assigned_cannot_be_read(number: Any) -> None:
    data = msgspec.json.encode({"enactor": number, "other": 3, "times": 1})
    with pytest.raises(JournalError, match=r"there is no Entity|Expected"):
        Village().decode("Greet", 1, data)


def test_entity_that_has_left_cannot_be_read_if_handlers_would_run() -> None:
    with pytest.raises(JournalError, match=r"there is no Entity 2 - at `\$\.other`"):
        Village().decode("Greet", 1, b'{"enactor":3,"other":2,"times":1}')


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


def test_perform_accepts_an_intent_class_and_its_fields(tmp_path: Path) -> None:
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


def test_perform_rejects_fields_for_an_intent_that_is_already_built() -> None:
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
def test_value_that_a_replay_would_read_differently_is_refused(
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
