"""A recording continues under changed rules, with a record of what was lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    REACT,
    Component,
    JournalError,
    World,
    component,
    handles,
    save_world,
)
from eventcore.journal import Journal
from eventcore.journal.format import decode_upgrade, unpack
from eventcore.state.digest import is_partial
from tests.eventcore.simulation.towns import Crowd, Dawn, Despawn, Greet, Person, Town, play, state


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


def test_upgrade_option_resumes_a_diverging_version_from_a_kept_state(
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
    before, kept = path.read_bytes(), keys.read_bytes()
    keys.unlink()
    with pytest.raises(JournalError, match=r"town\.jsonl\.keys, which .* is missing"):
        Town.resume(path, upgrade=True)
    assert path.read_bytes() == before
    keys.write_bytes(kept)
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
        one, other, last = town.people
        for _ in range(100):
            town.perform(Greet(one, other))
        town.perform(Despawn(last.id))
    with pytest.raises(JournalError, match=r"cannot restore .*Crowd.* loses 1 intent"):
        Lucky.resume(path)
    with Lucky.resume(path, upgrade=True) as lucky:
        assert len(lucky.people) == 3


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


def test_upgrade_option_resumes_before_the_first_intent_the_version_lacks(tmp_path: Path) -> None:
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


class Daily(Town):
    """A town in which setup schedules a recurring event."""

    game = "Town"
    interval = 40

    def setup(self, people: int = 2, *, luck: int = 0) -> None:
        super().setup(people, luck=luck)
        self.world.agenda.every(self.interval, Dawn(self.people[0]))


class Hourly(Daily):
    """A version in which the event recurs more often, but only in new runs."""

    version = "2"
    interval = 4


def test_upgrade_warns_of_an_interval_that_only_setup_changes(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    with Daily.record(path) as town:
        town.run(until=100)
    with pytest.warns(RuntimeWarning, match=r"It schedules Dawn every 4, but such events recur at"):
        Hourly.resume(path, upgrade=True).close()
    with Hourly.resume(path) as again:
        again.run(until=160)
    assert again.people[0][Person].luck == (1 + 4) * 100
    assert Hourly.verify(path) is None


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
    with pytest.warns(RuntimeWarning, match=r"It attaches Mayor, but"):
        Governed.resume(path).close()


def steady(message: str, path: Path) -> str:
    return re.sub(r"[0-9a-f]{16}", "<hash>", message.replace(str(path), "town.jsonl"))
