"""What the inspector shows of a journal at a turn, without a screen."""

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import World
from eventcore.inspector.inspection import Chain, Events, Inspection, State, open_inspection
from eventcore.inspector.row import Kind
from eventcore.replay import Source
from examples import caravan
from tests.eventcore.inspector.conftest import CARAVANS, events, finish, looked_at, texts
from tests.eventcore.tools import caravans
from tests.journals import seal


def test_turns_are_listed_with_their_intents_before_anything_is_played(one: Inspection) -> None:
    assert [row.text for row in one.turns] == [*(f"{turn}   Go" for turn in range(7)), "7 ■"]
    assert one.sides[0].timeline.position == 0


def test_turn_shows_the_tree_of_its_events_and_plays_no_further(
    one: Inspection, snapshot: SnapshotAssertion
) -> None:
    one.go(3)
    assert events(one) == [4, 4, 4, 5, 5]
    assert texts(one) == snapshot
    assert one.sides[0].timeline.position <= 4
    one.go(0)
    assert events(one) == [0]


def test_chain_of_an_event_shows_every_handler_and_what_it_changed(
    one: Inspection, snapshot: SnapshotAssertion
) -> None:
    one.go(3)
    one.open(Chain(5))
    assert texts(one) == snapshot
    one.open(Chain(4))
    assert texts(one) == snapshot
    assert one.leave()
    assert one.subject == Chain(5)
    assert one.leave()
    assert not one.leave()


def test_another_turn_closes_a_chain(one: Inspection) -> None:
    one.go(3)
    one.open(Chain(5))
    one.go(3)
    assert looked_at(one) == Chain(5)
    one.go(2)
    assert looked_at(one) == Events()


def test_refused_event_shows_the_handler_that_refused_it(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    def heavy(journal: Any) -> Any:
        begin = caravans.source_for(journal).begin

        def loaded() -> Any:
            made: Any = begin()
            made.world.set_owner(made.world.spawn(caravan.Cargo(50)), made.wagon)
            return made

        return Source(loaded, caravans.Caravan.restore, name=caravans.name)

    path = caravans.record(tmp_path / "heavy.jsonl", events=False)
    one = open_inspection(type(CARAVANS)(heavy, "here"), path)
    one.go(1)
    (row,) = finish(one.panes())[0].rows
    assert row.kind is Kind.REFUSED
    one.open(Chain(1))
    assert texts(one) == snapshot


def test_state_of_an_entity_marks_what_changed_since_the_turn_before(one: Inspection) -> None:
    one.go(3)
    assert finish(one.sides[0].entities(3)) == [
        (1, "world"), (2, "wagon 2"), (3, "cargo 3"), (4, "cargo 4"),
    ]  # fmt: skip
    one.open(State(2, "wagon 2"))
    assert [text[0] for text in texts(one)] == ["w", "≠", "≠", "≠"]
    one.go(4)
    assert texts(one)[:3] == ["wagon 2", "  Wagon.silver 25", "≠   Wagon.miles 58"]
    one.open(State(99, "dragon 99"))
    assert [row.kind for row in finish(one.panes())[0].rows] == [Kind.ERROR]


def test_two_journals_are_shown_side_by_side_where_they_part(
    two: Inspection, snapshot: SnapshotAssertion
) -> None:
    assert two.to_parting() == ""
    assert two.turn == 3
    assert [(mark.sign, mark.text) for mark in two.marks.of(3)] == snapshot
    assert [row.text for row in two.turns][3:] == [
        *("3 ≠ Go", "4   Go", "5 ■ Go | -", "6   Go | -", "7 ■")
    ]
    assert texts(two, 0) == texts(two, 1)
    two.go(4)
    assert texts(two, 0)[0].startswith("≠ Travel #6")
    two.open(Chain(6))
    assert "≠       miles 23 → 16" in texts(two, 0)
    assert "≠       miles 30 → 23" in texts(two, 1)
    two.open(State(2, "wagon 2"))
    assert [row for row in texts(two, 1) if row[0] == "≠"] == ["≠   Wagon.miles 65"]
    assert [pane.heading for pane in finish(two.panes())] == snapshot
    two.go(6)
    assert texts(two, 1) == snapshot


def test_marks_are_visited_one_by_one_and_can_be_set(one: Inspection) -> None:
    one.go(2)
    one.mark()
    one.go(0)
    assert one.to_mark()
    assert one.turn == 2
    assert one.turns[2].text == "2 * Go"
    assert one.to_mark()
    assert one.turn == 7
    assert not one.to_mark()
    assert one.to_mark(back=True)
    assert one.turn == 2
    one.mark()
    assert not one.to_mark(back=True)


def test_replay_that_differs_is_marked_once_it_was_seen(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "cut.jsonl", events=False)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(seal([*lines[:2], *lines[3:]]))
    one = open_inspection(CARAVANS, path)
    assert one.sides[0].faults == {}
    one.go(4)
    texts(one)
    assert one.faulty
    (turn,) = one.sides[0].faults
    assert [mark.sign for mark in one.marks.of(turn)] == ["!"]
    assert one.turns[turn].kind is Kind.ERROR


def test_error_of_a_handler_is_shown_where_it_was_raised(
    week: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    pay = caravan.Wagon.pay

    def stumble(wagon: Any, lose: Any, world: World) -> None:
        pay(wagon, lose, world)
        if world.turn == 3:
            raise LookupError("no purse")

    def errors() -> list[str]:
        rows = finish(one.panes())[0].rows
        return [row.text for row in rows if row.kind is Kind.ERROR]

    monkeypatch.setattr(caravan.Wagon, "pay", stumble)
    one = open_inspection(CARAVANS, week)
    one.go(3)
    (error,) = errors()
    assert error == snapshot
    one.go(5)  # beyond the error
    assert errors() == [error]
    one.go(2)
    assert events(one)[0] == 2
    assert [turn for turn in range(8) if "!" in one.turns[turn].text] == [2]
    one.text = "dragon"
    assert finish(one.find(0, 0)) == 0
    assert one.stopped == error
    one.text = "Travel"
    assert finish(one.find(0, 3, back=True)) == 2
    assert one.stopped == ""
    one.open(State(2, "wagon 2"))
    one.go(6)
    assert errors() == [error]


def test_journal_without_records_has_one_turn(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "week.jsonl", events=False)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    one = open_inspection(CARAVANS, path)
    assert [row.text for row in one.turns] == ["0 ■"]
    one.open(State(2, "wagon 2"))
    assert texts(one)[1] == "  Wagon.silver 50"


def test_torn_journal_is_shown_as_far_as_it_is_whole(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "torn.jsonl", events=False)
    path.write_bytes(path.read_bytes()[:-40])
    one = open_inspection(CARAVANS, path)
    assert one.last == 7
    assert [mark.sign for mark in one.marks.of(7)] == ["!"]


@pytest.mark.parametrize("turn", [2**62, 2**63 - 1])
def test_turn_too_large_to_count_is_the_last_row(week: Path, turn: int) -> None:
    lines = week.read_bytes().splitlines(keepends=True)[:-1]
    head, _, tail = lines[-1].partition(b'"turn":')
    week.write_bytes(seal([*lines[:-1], head + b'"turn":%d,' % turn + tail.partition(b",")[2]]))
    inspection = open_inspection(CARAVANS, week)
    inspection.go(inspection.last)
    assert inspection.turn == inspection.last == len(inspection.turns) - 1 >= turn - 1
