"""A simulation records its intents, and a replay verifies and resumes the recording."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    Entity,
    JournalError,
    World,
    save_world,
    state_digest,
)
from eventcore.errors import RegistrationError
from eventcore.journal import Journal
from eventcore.time import run
from tests.eventcore.simulation.towns import Dawn, Despawn, Greet, Person, Town, play, state


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


def test_new_recording_does_not_use_the_states_of_an_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    keys = path.with_name("town.jsonl.keys")
    for luck in (1, 2):
        with Town.record(path, luck=luck, overwrite=True) as town:
            town.run(until=60)
            assert not keys.exists()
        assert keys.exists()


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


def test_restored_simulation_continues_exactly_like_the_original() -> None:
    town = Town(5, people=3, luck=1)
    play(town)
    again = Town.restore(town.save())
    assert again.parameters == town.parameters == {"people": 3, "luck": 1}
    for one in (town, again):
        play(one)
    assert state(again) == state(town)


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
    with pytest.raises(RegistrationError, match=r"^name\(\) of entity 2 must return a str, not 2$"):
        Numbered.record(path, events=True)
    assert not path.exists()
    Numbered.known = 3
    with Numbered.record(path, events=True) as town:
        with pytest.raises(RegistrationError, match="entity 4 must return a str, not 4"):
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


def test_handlers_cannot_be_muted_in_a_recording_because_a_replay_would_call_them(
    tmp_path: Path,
) -> None:
    options: dict[str, Any] = {"mute": ["Person.wake"], "watch": lambda world: None}
    for name, value in options.items():
        with pytest.raises(RegistrationError, match=rf"^Town.record\(\) cannot store {name} "):
            Town.record(tmp_path / "town.jsonl", **{name: value})
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("at_close", [False, True])
@pytest.mark.parametrize(
    "change",
    [
        lambda town: town.world.publish(Greet(town.people[0], town.people[1])),
        lambda town: run(town.world, until=70),
        lambda town: town.world.schedule(Dawn(town.people[0]), 9),
        lambda town: town.world.stream("luck").roll(1, 6),
        lambda town: town.world.stream("luck").exponential(9),
        lambda town: town.world.stream("luck").normal(9, 1),
        lambda town: town.world.stream("fate"),
        lambda town: town.world.spawn(Person()),
        lambda town: town.world.despawn(town.people[0]),
        lambda town: town.world.detach(town.people[0], Person),
        lambda town: town.world.set_owner(town.people[0], town.people[1]),
        lambda town: town.world.agenda.freeze(town.people[0]),
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


def test_draw_that_failed_between_recorded_intents_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "town.jsonl"
    with Town.record(path) as town:
        play(town)
        luck = town.world.stream("luck")
        with pytest.raises(ValueError, match="bound must be 1 or more"):
            luck.below(0)
        with pytest.raises(ValueError, match="deviation must be 0 or more"):
            luck.normal(9, -1)
        town.run(80)
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
