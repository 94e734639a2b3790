"""Subclasses of Simulation inherit methods to record, replay, resume and save a run."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    REACT,
    Action,
    Component,
    Entity,
    EventcoreError,
    JournalError,
    Notice,
    Query,
    Run,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
    save_world,
    state_digest,
)
from eventcore.errors import RegistrationError
from eventcore.journal import Journal
from eventcore.journal.format import decode_upgrade, unpack
from eventcore.schema.fixed import Fixed
from eventcore.state.digest import is_partial
from eventcore.time import run


@event
class Greet(Action):
    other: Entity = role()
    times: int = 1


@event
class Dawn(Notice):
    pass


@component
class Person(Component):
    luck: int = 0
    greeted: list[int] = attrs.field(factory=list)

    @handles(Greet, APPLY, role="other")
    def be_greeted(self, greet: Greet, world: World) -> None:
        self.greeted.append(greet.times)
        self.luck += world.stream("luck").roll(1, 6)

    @handles(Dawn, APPLY)
    def wake(self, dawn: Dawn, world: World) -> None:
        self.luck += 100


@component
class Crowd(Component):
    pass


@attrs.frozen
class Despawn:
    """An intent that is not an event."""

    number: int


class Town(Simulation):
    components: ClassVar[Sequence[type[Component]]] = (Person,)
    intents: ClassVar[Sequence[type[Any]]] = (Greet, Despawn)

    def setup(self, people: int = 2, *, luck: int = 0) -> None:
        for _ in range(people):
            self.world.schedule(Dawn(self.world.spawn(Person(luck))), 50)

    def act(self, intent: Any) -> Any:
        if isinstance(intent, Despawn):
            return self.world.despawn(self.world[intent.number])
        return super().act(intent)

    @property
    def people(self) -> list[Entity]:
        return [*self.world.having(Person)]

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return f"person {entity.id}"


def play(town: Town) -> None:
    one, other, *_ = town.people
    town.perform(Greet(one, other, 2))
    town.run(until=60)
    town.perform(Greet(other, one))


def state(town: Town) -> tuple[bytes, str]:
    return town.save(), town.digest.value


@pytest.mark.parametrize("events", [False, True])
def test_recorded_simulation_is_verified_and_resumed(tmp_path: Path, events: bool) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path, seed=3, events=events, people=3) as town:
        play(town)
        people = town.people
        town.perform(Despawn(people[2].id))
    assert Town.verify(path) is None
    with Town.resume(path) as again:
        assert state(again) == state(town)
        copy = Town.restore(town.save())
        for one in (copy, again):
            play(one)
        assert save_world(again.world) == save_world(copy.world)
        assert state_digest(again.world) == state_digest(copy.world)
    assert Town.verify(path) is None
    torn = path.read_bytes().splitlines(keepends=True)[: -2 if events else -1]
    path.write_bytes(b"".join(torn))  # as if the process had been killed after an intent
    with Town.resume(path) as killed:
        assert save_world(killed.world) == save_world(again.world)
    assert Town.verify(path) is None
    journal = Journal.read(path, events=events)
    assert journal.header.setup == {"people": 3, "luck": 0}
    assert sum(map(len, journal.events)) == (7 if events else 0)
    assert journal.header.names.get("2", "") == ("person 2" if events else "")


def test_rules_that_changed_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path) as town:
        play(town)

    class Other(Town):
        game = "Town"

        def act(self, intent: Any) -> Any:
            self.world.stream("luck").below(2)
            return super().act(intent)

    assert Other.verify(path) is not None
    with pytest.raises(JournalError):
        Other.resume(path)


class Newer(Town):
    """A new version of the town, with the same rules."""

    game = "Town"
    version = "2"


class Lucky(Newer):
    """A version of the town in which each intent after the first draws an additional number."""

    def act(self, intent: Any) -> Any:
        if self.world.sequence:
            self.world.stream("luck").below(2)
        return super().act(intent)


class Peaceful(Newer):
    """A version of the town whose only intent is Greet."""

    intents = (Greet,)


def upgrades(path: Path) -> list[tuple[int, int]]:
    """Return the position and the number of lost intents of each upgrade."""
    upgrades = [record for record in Journal.read(path).records if record.is_upgrade]
    return [(found.position, found.lost) for found in (decode_upgrade(one, 0) for one in upgrades)]


@pytest.mark.parametrize("events", [False, True])
def test_version_with_the_same_outcome_continues_with_an_upgrade(
    tmp_path: Path, events: bool
) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path, events=events) as town:
        play(town)
    with Newer.resume(path) as newer:
        play(newer)
    assert upgrades(path) == [(4, 0)]
    with Newer.resume(path) as again:
        assert state(again) == state(newer)
    assert upgrades(path) == [(4, 0)]
    assert Newer.verify(path) is None


def test_version_with_another_outcome_continues_from_a_kept_state_if_asked_to(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path) as town:
        play(town)
    before = path.read_bytes()
    with pytest.raises(JournalError) as error:
        Lucky.resume(path)
    assert steady(str(error.value), path) == snapshot
    assert path.read_bytes() == before
    with Lucky.resume(path, upgrade=True) as lucky:
        assert save_world(lucky.world) == save_world(town.world)
        play(lucky)
    assert upgrades(path) == [(4, 0)]
    assert path.read_bytes().startswith(before)
    assert Lucky.verify(path) is None
    path.with_name("town.jsonl.keys").unlink()
    path.write_bytes(before)
    with pytest.raises(JournalError) as error:
        Lucky.resume(path, upgrade=True)
    assert steady(str(error.value), path) == snapshot


def test_upgrade_discards_intents_after_which_the_state_would_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path) as town:
        one, other = town.people
        for _ in range(115):
            town.perform(Greet(one, other))
    assert len(other[Person].greeted) == 115
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    keys = path.with_name("town.jsonl.keys")
    keys.write_bytes(keys.read_bytes().splitlines(keepends=True)[0])  # as if killed before the end

    def greet_twice(self: Person, greet: Greet, world: World) -> None:
        self.greeted += [greet.times, greet.times]  # no event contains this
        self.luck += world.stream("luck").roll(1, 6)

    monkeypatch.setattr(Person, "be_greeted", greet_twice)
    with pytest.raises(JournalError, match="loses 15 intents"):
        Town.resume(path)
    with Town.resume(path, upgrade=True) as again:
        assert len(again.people[1][Person].greeted) == 100


class Crowding(Town):
    """A town that gets a Crowd component, which other versions lack, on the first Despawn."""

    game = "Town"
    components = (Person, Crowd)

    def act(self, intent: Any) -> Any:
        if isinstance(intent, Despawn):
            self.world.attach(self.world.root, Crowd())
        return super().act(intent)


def test_resume_says_why_a_newer_state_than_the_one_it_uses_cannot_be_restored(
    tmp_path: Path,
) -> None:
    path = tmp_path / "town.jsonl"
    with Crowding.record(path, people=3) as town:
        for _ in range(100):
            town.perform(Greet(*town.people[:2]))
        town.perform(Despawn(town.people[2].id))
    with pytest.raises(JournalError, match="cannot restore .*Crowd.* loses 1 intent"):
        Lucky.resume(path)
    with Lucky.resume(path, upgrade=True) as lucky:
        assert len(lucky.people) == 3


def test_new_recording_does_not_use_the_states_of_an_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    keys = path.with_name("town.jsonl.keys")
    for luck in (1, 2):
        with Town.record(path, luck=luck, overwrite=True) as town:
            town.run(until=60)
            assert not keys.exists()
        assert keys.exists()


class Roomy(Town):
    """A new version of the town, whose setup has an additional parameter without effect."""

    game = "Town"
    version = "2"

    def setup(self, people: int = 2, *, luck: int = 0, rooms: int = 5) -> None:
        super().setup(people, luck=luck)


class Roomier(Roomy):
    def setup(self, people: int = 2, *, luck: int = 0, rooms: int = 9) -> None:
        super().setup(people, luck=luck)


@pytest.mark.parametrize("events", [False, True])
def test_new_parameter_takes_its_default_in_replays_of_older_journals(
    tmp_path: Path, events: bool
) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path, events=events, people=3) as town:
        play(town)
        for time in range(61, 180):  # long enough for a digest of the whole state
            town.run(until=time)
    states = [record.state for record in Journal.read(path).records if record.state]
    assert not all(map(is_partial, states))
    assert Roomy.verify(path) is None
    begun: Any = Roomy.source(Journal.read(path)).begin()
    assert begun.header.setup == {"people": 3, "luck": 0}
    assert (begun.parameters["rooms"], Roomy.restore(begun.save()).save()) == (5, begun.save())
    with Roomy.resume(path) as roomy:
        assert roomy.parameters == {"people": 3, "luck": 0, "rooms": 5}
        roomy.run()
    assert upgrades(path)
    assert Roomy.verify(path) is None
    later = Roomier.source(journal := Journal.read(path))
    record, line = next(
        x for x in zip(journal.records, journal.lines, strict=True) if x[0].is_upgrade
    )
    upgrade = decode_upgrade(record, line)
    assert upgrade.header.setup == {"people": 3, "luck": 0, "rooms": 5}
    restored = later.restore(unpack(upgrade.state))
    assert isinstance(restored, Roomier)
    assert restored.parameters["rooms"] == 5  # the value from the time of the upgrade
    assert Roomier.verify(path) is None


def test_version_without_an_intent_continues_before_it_if_asked_to(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path, people=3) as town:
        play(town)
        town.perform(Despawn(town.people[2].id))
        play(town)
    path.with_name("town.jsonl.keys").unlink()
    with pytest.raises(JournalError):
        Peaceful.resume(path)
    with Peaceful.resume(path, upgrade=True) as peaceful:
        assert len(peaceful.people) == 3
        play(peaceful)
    assert upgrades(path) == [(3, 4)]
    assert Peaceful.verify(path) is None


@component
class Mayor(Component):
    """A rule that older versions of the town lack."""

    @handles(Greet, REACT, via="world")
    def nod(self, greet: Greet, world: World) -> None:
        world.stream("mayor").below(2)


class Governed(Lucky):
    """A version of the town in which setup attaches a new rule."""

    components = (Person, Mayor)

    def setup(self, people: int = 2, *, luck: int = 0) -> None:
        super().setup(people, luck=luck)
        self.world.attach(self.world.root, Mayor())


class Restoring(Governed):
    """A version of the town that also attaches the new rule to restored worlds."""

    def restored(self) -> None:
        if Mayor not in self.world.root:
            self.world.attach(self.world.root, Mayor())


def test_upgrade_warns_of_a_component_that_only_setup_attaches(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path) as town:
        play(town)
    before = path.read_bytes()
    with pytest.warns(RuntimeWarning) as caught, Governed.resume(path, upgrade=True) as governed:
        assert Mayor not in governed.world.root
    assert [steady(str(warning.message), path) for warning in caught] == snapshot
    assert Path(caught[0].filename) == Path(__file__)
    path.write_bytes(before)
    with Restoring.resume(path, upgrade=True) as restoring:
        assert Mayor in restoring.world.root
        play(restoring)
    assert ("mayor", 2) in restoring.world.draws()
    assert Restoring.verify(path) is None


class Farewell(Town):
    """A town that loses its Crowd component on the first Despawn."""

    components = (Person, Crowd)

    def setup(self, people: int = 2, *, luck: int = 0) -> None:
        super().setup(people, luck=luck)
        self.world.attach(self.world.root, Crowd())

    def act(self, intent: Any) -> Any:
        if isinstance(intent, Despawn) and Crowd in self.world.root:
            self.world.detach(self.world.root, Crowd)
        return super().act(intent)


class NewerFarewell(Farewell):
    game = "Farewell"
    version = "2"


def test_upgrade_does_not_warn_of_a_component_that_was_detached_in_the_same_run(
    tmp_path: Path,
) -> None:
    path = tmp_path / "town.jsonl"
    with Farewell.record(path) as town:
        town.perform(Despawn(town.people[0].id))
    with NewerFarewell.resume(path) as newer:
        assert Crowd not in newer.world.root
    assert upgrades(path) == [(2, 0)]


def test_upgrade_does_not_warn_of_components_whose_entities_have_left_the_world(
    tmp_path: Path,
) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path) as town:
        for person in town.people:
            town.perform(Despawn(person.id))
    with Lucky.resume(path, upgrade=True) as lucky:
        assert not lucky.people
    with pytest.warns(RuntimeWarning, match=r"setup\(\) attaches Mayor, but"):
        Governed.resume(path).close()


def steady(message: str, path: Path) -> str:
    return re.sub(r"[0-9a-f]{16}", "<hash>", message.replace(str(path), "town.jsonl"))


def test_verify_names_the_event_turn_and_intent_that_differ(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path, events=True) as town:
        play(town)

    class Warm(Town):
        game = "Town"

        def act(self, intent: Any) -> Any:
            if isinstance(intent, Greet):
                intent.times *= 2
            return super().act(intent)

    found = Warm.verify(path)
    assert found is not None
    assert (found.intent, found.event, found.field) == ("Greet", "Greet #1", "times")
    assert (found.turn, found.recorded, found.replayed) == (0, 2, 4)
    assert "on turn 0 (line 3), after the intent Greet: Greet #1: times 2 recorded" in str(found)


def test_saved_simulation_goes_on_as_it_would_have() -> None:
    town = Town(5, people=3, luck=1)
    play(town)
    again = Town.restore(town.save())
    assert again.parameters == town.parameters == {"people": 3, "luck": 1}
    for one in (town, again):
        play(one)
    assert state(again) == state(town)


def test_variation_changes_parameters_and_leaves_out_handlers(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path, people=3) as town:
        play(town)
    make = Town.source(Journal.read(path)).begin_varied
    assert make is not None
    varied = make(changes=("luck=7", "people=4"), mute=("Person.wake",))
    assert isinstance(varied, Town)
    assert [one[Person].luck for one in varied.people] == [7, 7, 7, 7]
    varied.run()
    assert [one[Person].luck for one in varied.people] == [7, 7, 7, 7]
    for change in ("lucky=7", "luck=seven", "luck"):
        with pytest.raises(ValueError, match=change.partition("=")[0]):
            make(changes=(change,))


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


class Mill(Simulation):
    def setup(self, rate: float = 1, sizes: tuple[int, ...] = (1, 2)) -> None:
        pass


@pytest.mark.parametrize("parameters", [{}, {"rate": 2}, {"sizes": [3]}])
def test_parameter_of_another_type_than_annotated_replays_the_same(
    parameters: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "mill.jsonl"
    Mill.record(path, **parameters).close()
    assert Mill.verify(path) is None


class Shift(Enum):
    DAY = 1
    NIGHT = 2


class Floor(IntEnum):
    FIRST = 1


@component
class Rota(Component):
    shifts: list[Shift]

    @handles(Dawn, APPLY, via="world")
    def turn(self, dawn: Dawn, world: World) -> None:
        self.shifts.append(self.shifts.pop(0))


class Ward(Simulation):
    """Changes its parameters wherever it gets them, and keeps one of them in a component."""

    intents = (Dawn,)

    @classmethod
    def components_for(cls, **parameters: Any) -> Sequence[type[Component]]:
        return (Rota,) if parameters["config"].pop("rota") else ()

    def setup(  # type: ignore[override]  # config has no default
        self,
        config: dict[str, int],
        rota: list[Shift] = [Shift.DAY, Shift.NIGHT],  # noqa: B006  # a default that is changed
        first: Shift = Shift.NIGHT,
    ) -> None:
        self.parameters["config"].clear()
        rota += [first] * config.pop("nights")
        self.world.attach(self.world.root, Rota(rota))

    def restored(self) -> None:
        self.parameters["config"].clear()


def test_parameter_that_setup_or_a_handler_changes_replays_the_same(tmp_path: Path) -> None:
    path, config = tmp_path / "ward.jsonl", {"rota": 1, "nights": 2}
    parameters: dict[str, Any] = {
        "config": config,
        "rota": [Shift.DAY, Shift.NIGHT],
        "first": Shift.NIGHT,
    }
    required: dict[str, Any] = {"config": config}
    for given in (required, parameters):
        with Ward.record(path, overwrite=True, **given) as ward:
            ward.perform(Dawn)
        shifts = [Shift.NIGHT, Shift.NIGHT, Shift.NIGHT, Shift.DAY]
        assert ward.world.root[Rota].shifts == shifts
        recorded = Journal.read(path).header.setup
        assert recorded == {"config": config, "rota": [1, 2], "first": 2}
        assert [*recorded["config"]] == ["rota", "nights"]  # a replay gets the items in this order
        assert Ward.verify(path) is None
        restored = Ward.restore(ward.save())
        assert restored.save() == ward.save()
        assert restored.parameters == ward.parameters == {**parameters, "config": {}}
    varied: Any = Ward.source(Journal.read(path)).begin_varied
    assert varied(changes=("first=1",)).world.root[Rota].shifts[-1] is Shift.DAY


@pytest.mark.parametrize(
    "value",
    [(1, 2), [(1, 2)], Shift.DAY, Floor.FIRST, Tax(1), float("inf"), float("nan")],
)
def test_parameter_that_a_replay_would_read_as_another_value_is_refused(
    tmp_path: Path, value: object, snapshot: SnapshotAssertion
) -> None:
    class Room(Simulation):
        def setup(self, size=None, wait: float = 0.0) -> None:  # type: ignore[no-untyped-def]
            """Set nothing up."""

    errors = []
    for name in ("size", "wait") if isinstance(value, float) else ("size",):
        given: dict[str, Any] = {name: value}
        with pytest.raises(RegistrationError, match=rf"^Room\.setup\({name}=") as error:
            Room.record(tmp_path / "room.jsonl", **given)
        errors.append(str(error.value))
    assert errors == snapshot
    assert not (tmp_path / "room.jsonl").exists()


class Village(Town):
    @classmethod
    def components_for(cls, **parameters: Any) -> Sequence[type[Component]]:
        return (Person, Crowd) if parameters["people"] > 1 else (Person,)


def test_components_may_depend_on_a_parameter_of_setup(tmp_path: Path) -> None:
    path = tmp_path / "village.jsonl"
    with Village.record(path, people=1) as village:
        assert village.world.components == (Person,)
        saved = village.save()
    assert Village.verify(path) is None
    assert Village.restore(saved).world.components == (Person,)
    assert Village(people=2).world.components == (Person, Crowd)


def test_intent_that_nobody_carries_out_says_what_to_do(snapshot: SnapshotAssertion) -> None:
    class Idle(Simulation):
        intents = (Despawn,)

    with pytest.raises(RegistrationError) as error:
        Idle().perform(Despawn(1))
    assert str(error.value) == snapshot


def test_parameter_that_setup_lacks_or_a_journal_cannot_hold_is_refused(
    snapshot: SnapshotAssertion,
) -> None:
    errors = []
    for parameters in ({"persons": 3}, {"people": Town}, {"people": "two"}):
        with pytest.raises(RegistrationError) as error:
            Town(1, **parameters)
        errors.append(str(error.value))
    assert errors == snapshot


@pytest.mark.parametrize("setup", [lambda self, **kw: None, lambda self, *values: None])
def test_setup_with_parameters_that_have_no_names_is_refused(
    setup: Any, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RegistrationError) as error:
        type("Wrong", (Simulation,), {"setup": setup})
    assert str(error.value) == snapshot


def test_overriding_perform_is_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RegistrationError) as error:
        type("Wrong", (Simulation,), {"perform": lambda self, intent: None})
    assert str(error.value) == snapshot


def test_variation_takes_the_words_of_python_and_of_json(tmp_path: Path) -> None:
    class Shop(Simulation):
        def setup(self, open: bool = False, keeper: str | None = "Ann") -> None:
            """Set nothing up."""

    path = tmp_path / "shop.jsonl"
    Shop.record(path).close()
    make = Shop.source(Journal.read(path)).begin_varied
    assert make is not None
    for changes in (("open=True", "keeper=None"), ("open=true", "keeper=null")):
        shop = make(changes=changes)
        assert isinstance(shop, Shop)
        assert shop.parameters == {"open": True, "keeper": None}


def test_name_that_takes_the_simulation_is_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RegistrationError) as error:
        type("Wrong", (Simulation,), {"name": lambda self, entity, world: ""})
    assert str(error.value) == snapshot


class Growing(Town):
    """A town to which every intent adds a person."""

    game = "Town"

    def act(self, intent: Any) -> Any:
        self.world.spawn(Person())
        return super().act(intent)


def test_name_that_is_not_a_str_is_refused_and_spoils_no_journal(tmp_path: Path) -> None:
    class Numbered(Growing):
        known = 0

        @staticmethod
        def name(entity: Entity, world: World) -> Any:
            return "person" if entity.id <= Numbered.known else entity.id

    path = tmp_path / "town.jsonl"
    with pytest.raises(RegistrationError, match=r"^name\(\) of entity 2 returns 2: return a str$"):
        Numbered.record(path, events=True)
    assert not path.exists()
    Numbered.known = 3
    with Numbered.record(path, events=True) as town:
        with pytest.raises(RegistrationError, match="entity 4 returns 4"):
            play(town)
        with pytest.raises(JournalError, match="this journal is closed; to continue, resume this"):
            play(town)
    assert Growing.verify(path) is None
    with Growing.resume(path) as resumed:
        play(resumed)
    assert Growing.verify(path) is None


def test_journal_of_another_simulation_is_refused(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "town.jsonl"
    Town.record(path).close()

    class City(Town):
        pass

    class Town2(Town):
        game = "Town"

        def setup(self, persons: int = 2) -> None:  # type: ignore[override]
            pass

    errors = []
    for kind in (City, Town2):
        with pytest.raises(JournalError) as error:
            kind.verify(path)
        errors.append(str(error.value))
    assert errors == snapshot


def test_verify_of_a_damaged_or_torn_journal_raises_an_error(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path) as town:
        for _ in range(3):
            town.perform(Greet, town.people[0])
    recorded = path.read_bytes()
    first, second, *rest = recorded.splitlines(keepends=True)
    path.write_bytes(b"".join([first, second.replace(b"Greet", b"Sweep"), *rest]))
    with pytest.raises(JournalError, match=r"town.jsonl: line 2 is damaged"):
        Town.verify(path)
    path.write_bytes(recorded[:-1])
    with pytest.raises(JournalError, match=r"town.jsonl: line 5 is torn"):
        Town.verify(path)

    class Different(Town):
        game = "Town"

        def act(self, intent: Any) -> Any:
            intent.times += 1
            return super().act(intent)

    divergence = Different.verify(path)
    assert divergence is not None
    assert divergence.field == "digest"


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


def test_recording_in_debug_mode_replays_the_same_without_it(tmp_path: Path) -> None:
    with Town.record(tmp_path / "town.jsonl", debug=True) as town:
        town.perform(Greet, town.people[0])
    assert (town.world.debug, "debug" in town.parameters) == (True, False)
    assert Town.verify(tmp_path / "town.jsonl") is None


def test_existing_journal_is_kept_unless_it_is_to_be_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    Town.record(path, seed=1).close()
    with pytest.raises(JournalError):
        Town.record(path, seed=2)
    assert Journal.read(path).header.seed == 1
    Town.record(path, seed=2, overwrite=True).close()
    assert Journal.read(path).header.seed == 2
    with pytest.raises(JournalError):
        Town.record(tmp_path, overwrite=True)


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("component", "components"),
        ("componets", "components"),
        ("intent", "intents"),
        ("set_up", "setup"),
        ("turn_lenght", "turn_length"),
        ("sumary", "summary"),
        ("pictur", "picture"),
    ],
)
def test_misspelt_attribute_or_setup_is_refused(name: str, right: str) -> None:
    with pytest.raises(RegistrationError, match=rf"^Shop\.{name}: did you mean {right}\?$"):
        type("Shop", (Simulation,), {name: ()})
    set_too: dict[str, Any] = {"turn_length": 10, "summary": dict, "picture": list}
    all_set = type("AllSet", (Town,), set_too)
    type("Shop", (all_set,), {name: ()})  # allowed, because all attributes are set


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("version", 1),
        ("game", Town),
        ("intents", Greet),
        ("intents", ["Greet"]),
        ("__init__", lambda self, beds: None),
    ],
)
def test_attribute_of_a_wrong_kind_is_refused(
    name: str, value: object, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RegistrationError) as error:
        type("Shop", (Simulation,), {name: value})
    assert str(error.value) == snapshot


def test_empty_components_are_allowed() -> None:
    type("Shop", (Simulation,), {"components": (), "setup": lambda self: None})


@pytest.mark.parametrize("name", ["seed", "debug", "events", "overwrite", "mute", "watch", "path"])
def test_setup_parameter_that_would_never_be_filled_is_refused(name: str) -> None:
    names: dict[str, Any] = {}
    exec(f"def setup(self, {name}=1): pass", names)
    with pytest.raises(RegistrationError, match=f"^Shop.setup.{name}=1.: {name} is already an"):
        type("Shop", (Simulation,), {"setup": names["setup"]})


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


@pytest.mark.parametrize("at_close", [False, True])
@pytest.mark.parametrize(
    "change",
    [
        lambda town: town.world.publish(Greet(town.people[0], town.people[1])),
        lambda town: run(town.world, until=70),
        lambda town: town.world.schedule(Dawn(town.people[0]), 9),
        lambda town: town.world.stream("luck").roll(1, 6),
        lambda town: town.world.spawn(Person()),
        lambda town: town.world.despawn(town.people[0]),
    ],
)
def test_change_of_the_world_between_recorded_intents_is_refused(
    change: Callable[[Town], object], at_close: bool, tmp_path: Path
) -> None:
    path = tmp_path / "town.jsonl"
    with suppress(JournalError), Town.record(path) as town:
        play(town)
        change(town)
        with pytest.raises(JournalError, match=r"changed outside perform\(\)") as error:
            town.close() if at_close else town.run(80)
        raise error.value
    journal = Journal.read(path)
    assert [record.type for record in journal.records] == ["Greet", "Run", "Greet"]
    assert Town.verify(path) is None


def test_intent_that_raised_an_error_counts_as_the_cause_of_its_changes(tmp_path: Path) -> None:
    class Fails(Town):
        def act(self, intent: Any) -> Any:
            super().act(intent)
            raise ValueError("after the change")

    with Fails.record(tmp_path / "town.jsonl") as town:
        for _ in range(2):
            with pytest.raises(ValueError, match="after the change"):
                town.perform(Greet(town.people[0], town.people[1]))


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


def test_intent_after_the_end_of_the_recording_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path) as town:
        play(town)
    before = state(town)
    for late in (lambda: town.run(), lambda: town.perform(Greet, town.people[0])):
        with pytest.raises(JournalError, match=r"the recording has ended.*Town\.resume\("):
            late()
    assert state(town) == before
    town.close()
    with Town() as unrecorded:
        play(unrecorded)
    play(unrecorded)
