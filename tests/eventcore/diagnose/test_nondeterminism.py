"""Replaying in another process reveals a simulation that is not deterministic."""

import importlib
from pathlib import Path
from typing import Any

import attrs
import pytest
from msgspec import structs

from eventcore import APPLY
from eventcore.cli import main
from eventcore.diagnose.activity import Row
from eventcore.diagnose.nondeterminism import (
    Parting,
    find_parting,
    first_act,
    perform,
    perform_elsewhere,
)
from eventcore.errors import DispatchError, JournalError
from eventcore.journal import Journal
from eventcore.replay import Source
from eventcore.replay.segments import verify_segments
from tests.eventcore.worlds import tally
from tests.eventcore.worlds.flickering import healthy, made

SLOW = """
from eventcore import APPLY, Component, Simulation, component, handles
from eventcore.resources import Join, Serve, Server


@component
class Boss(Component):
    @handles(Serve, APPLY)
    def slow_down(self, serve, world):
        serve.duration = 2.5 if world.agenda.now else 50


class Slow(Simulation):
    components = (Boss, Server)

    def setup(self):
        room = self.world.spawn(Boss(), Server())
        for _ in range(2):
            self.world.publish(Join(self.world.spawn(), room))
"""

KEEPING = """
from eventcore import Component, Notice, Simulation, component, event, handles

HEARD = []


@event
class Say(Notice):
    pass


@component
class Ear(Component):
    heard: int = 0

    @handles(Say)
    def listen(self, say, world):
        self.heard += 2 if HEARD else 1


class Keeping(Simulation):
    components = (Ear,)

    def setup(self):
        self.world.agenda.every(1, Say(self.world.spawn(Ear())), start=0, count=5)
        self.world.observe(Say, self.remember)

    def remember(self, say):
        if self.world.agenda.now > 2:
            HEARD.append(say)
"""

AMOUNTS = [3, 1, 4, 1, 5, 9, 2, 6]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return tally.record(tmp_path / "tally.jsonl", AMOUNTS)


def found(journal: Journal, source: Source) -> Parting | None:
    (segment,) = verify_segments(source, journal)
    assert not segment.same
    return find_parting(source, journal, segment)


@pytest.mark.parametrize(
    ("kind", "turn", "handler"),
    [
        ("hashing", 2, "Hashing.add"),
        pytest.param("patient", 0, "Patient.add", marks=pytest.mark.slow),
        pytest.param("gambling", 0, "Gambler.add", marks=pytest.mark.slow),
        pytest.param("timed", 0, "Timed.add", marks=pytest.mark.slow),
        pytest.param("either", 0, "Either.add", marks=pytest.mark.slow),
        ("elsewhere", 0, ""),
    ],
)
def test_nondeterminism_check_names_the_turn_and_handler_where_two_runs_part(
    journal: Journal, kind: str, turn: int, handler: str
) -> None:
    parting = found(journal, made(kind))
    assert parting is not None
    assert (parting.turn, parting.line, parting.handler) == (turn, turn + 2, handler)


def test_runs_that_agree_have_no_divergence(journal: Journal) -> None:
    assert found(journal, made("changed")) is None  # both runs use the changed rules
    local = attrs.evolve(made("timed"), made_by="")  # another process cannot create this source
    assert found(journal, local) is None


def test_another_process_plays_the_same_with_another_hash_seed(journal: Journal) -> None:
    source, records = healthy(journal), journal.records[: len(AMOUNTS)]
    here = perform(source, records, watch=8)
    made_by = "tests.eventcore.worlds.flickering:healthy"
    (there,) = perform_elsewhere("1", made_by, journal.header, records, 8, 1)
    again, third = perform_elsewhere("2", made_by, journal.header, records, 8, 2)
    assert here == there == again == third
    *_, rows = there.rows
    assert any(row.subject.endswith(": by") and row.after == str(AMOUNTS[-1]) for row in rows)


def test_error_in_a_handler_of_the_library_is_the_same_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "slow_room.py").write_text(SLOW)
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "slow.jsonl"
    made: Any = importlib.import_module("slow_room")
    with made.Slow.record(path) as room:
        room.run(20)
        with pytest.raises(DispatchError, match="duration"):
            room.run(200)
    assert main(["verify", "slow_room:Slow", str(path)]) == 1
    warning = capsys.readouterr().err
    assert "raises on turn 0 (line 3): DispatchError: Serve.duration=2.5" in warning
    assert "not deterministic" not in warning


def test_observer_whose_events_are_read_in_a_later_run_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "keeping.py").write_text(KEEPING)
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "keeping.jsonl"
    made: Any = importlib.import_module("keeping")
    with made.Keeping.record(path) as keeping:
        for end in range(4):
            keeping.run(end)
    assert main(["verify", "keeping:Keeping", str(path)]) == 1
    warning = capsys.readouterr().err
    assert "2 or 1 (events are kept by the observer Keeping.remember), by Ear.listen" in warning


def test_two_processes_that_raise_different_errors_name_both_errors(journal: Journal) -> None:
    parting = found(journal, made("clumsy"))
    assert parting is not None
    assert (
        parting.difference
        == "one raises LookupError in Clumsy.add, the other raises ZeroDivisionError in Clumsy.add"
    )


@pytest.mark.parametrize("name", ["healthy", "refused"])
def test_process_that_cannot_play_is_an_error(journal: Journal, name: str) -> None:
    records = journal.records[:1]
    if name == "healthy":
        records = [structs.replace(records[0], type="Unknown")]
    made_by = f"tests.eventcore.worlds.flickering:{name}"
    with pytest.raises(JournalError, match="Unknown" if name == "healthy" else "Error: "):
        perform_elsewhere("1", made_by, journal.header, records, -1, 1)


def test_process_that_ends_without_an_answer_is_an_error(journal: Journal) -> None:
    with pytest.raises(JournalError, match="no answer"):
        perform_elsewhere("1", "tests.eventcore.worlds.flickering:ended", journal.header, [], -1, 1)


LOST = Row("wrote", 1, "Purse.lose", APPLY, "Lose #3", "entities[2].Purse.coins", "5", "4")
GREETED = Row("wrote", 1, "Host.greet", APPLY, "Greet #4", "Greet #4: word", "", '"fog"')
WROTE = "in one run, Purse.lose wrote Purse.coins of entity 2"
PLANNED = Row(
    "scheduled", 1, "Purse.plan", APPLY, "Lose #3", "scheduled[3].Lose", "", "Lose due at 45"
)
NEXT = Row("ran", 1, "Purse.count", APPLY, "Lose #3")


@pytest.mark.parametrize(
    ("one", "other", "handler", "what"),
    [
        (LOST, structs.replace(LOST, after="3"), "Purse.lose", "Purse.coins of entity 2 4 or 3"),
        (LOST, NEXT, "Purse.lose", f"{WROTE}; in the other, Purse.count was called"),
        (
            GREETED,
            LOST,
            "Host.greet",
            "in one run, Host.greet wrote Greet #4: word; in the other, Purse.l",
        ),
        (
            NEXT,
            structs.replace(NEXT, by="Purse.gain"),
            "",
            "in one run, Purse.count was called; in the other, P",
        ),
        (LOST, None, "Purse.lose", f"{WROTE}; in the other, nothing"),
        (
            PLANNED,
            structs.replace(PLANNED, after="Lose due at 30"),
            "Purse.plan",
            "in one run, Purse.plan scheduled Lose due at 45; in the other, "
            "Purse.plan scheduled Lose due at 30",
        ),
    ],
    ids=["another value", "next handler", "inner handler", "order of handlers", "end", "due time"],
)
def test_handler_that_behaves_differently_in_two_runs_is_found(
    one: Row, other: Row | None, handler: str, what: str
) -> None:
    same = Row("ran", 1, "Purse.lose", APPLY, "Lose #3")
    row, text = first_act([same, one], [same] if other is None else [same, other], {})
    assert row is not None
    assert (row.by, text.startswith(what)) == (handler, True), text


def test_same_rows_do_not_differ() -> None:
    assert first_act([LOST], [LOST], {}) == (None, "")
