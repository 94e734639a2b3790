"""What there is to see of a journal at a turn, without any screen."""

from pathlib import Path
from typing import Any

import pytest

from eventcore import World
from eventcore.inspector.inspection import Chain, Inspection, State, open_inspection
from eventcore.inspector.row import Kind
from eventcore.replay import Source
from examples import caravan
from tests.eventcore.inspector.conftest import CARAVANS, finish, texts
from tests.eventcore.tools import caravans
from tests.journals import seal


def test_the_turns_are_listed_with_their_intents_and_nothing_is_played(one: Inspection) -> None:
    assert [row.text for row in one.turns] == [
        *(f"{turn}   Go" for turn in range(7)),
        "7 ■",
    ]
    assert one.sides[0].timeline.position == 0


def test_a_turn_shows_the_tree_of_its_events(one: Inspection) -> None:
    one.go(3)
    assert texts(one) == [
        "Travel #4 wagon: done · miles 22",
        "  Wagon.slow_down  miles 22 → 15",
        "  Wagon.roll_on  Wagon.miles 27 → 42",
        "  Lose #5 world → wagon: done · silver 11",
        "    Wagon.pay  Wagon.silver of wagon 36 → 25, Wagon.log of wagon changed",
    ]
    assert [row.event for row in finish(one.panes())[0].rows] == [4, 4, 4, 5, 5]


def test_of_a_journal_no_more_is_played_than_what_leads_to_the_turn(one: Inspection) -> None:
    one.go(3)
    texts(one)
    assert one.sides[0].timeline.position <= 4
    one.go(0)
    assert texts(one) == ["nothing happened"]


def test_a_turn_that_was_looked_at_is_not_played_again(
    one: Inspection, monkeypatch: pytest.MonkeyPatch
) -> None:
    one.go(3)
    before = texts(one)
    monkeypatch.setattr("eventcore.replay.Timeline.step", lambda _: pytest.fail("played"))
    one.go(4)
    one.go(3)
    assert texts(one) == before


def test_the_way_to_a_turn_is_a_job_that_may_be_left_at_any_record(one: Inspection) -> None:
    one.go(7)
    job = one.panes()
    assert next(job) == "playing record 1 of 8"
    job.close()
    one.go(2)
    assert texts(one)[0] == "Travel #2 wagon: done · miles 21"


def test_the_chain_of_an_event_has_every_handler_with_what_it_changed(one: Inspection) -> None:
    one.go(3)
    one.open(Chain(5))
    assert texts(one) == [
        "came of",
        "  Travel #4 wagon: done · miles 22",
        "the event, on turn 3",
        "  Lose #5 world → wagon: done · silver 11",
        "    enactor world 1",
        "    target wagon 2",
        "    silver 11",
        "its chain",
        "  Wagon.lose_no_more_than_there_is (MODIFY 300)",
        "  Wagon.pay (APPLY 700)",
        "      Wagon.silver of wagon 36 → 25",
        "      Wagon.log of wagon changed",
        '        ["day 2: 14 silver lost"]',
        '      → ["day 2: 14 silver lost","day 3: 11 silver lost"]',
    ]
    one.open(Chain(4))
    assert texts(one)[-2:] == [
        "  Bandits.lie_in_wait (REACT 1000)",
        "      Lose #5 world → wagon: done · silver 11",
    ]
    assert one.leave()
    assert texts(one)[0] == "came of"
    assert one.leave()
    assert not one.leave()


def test_what_refused_an_event_is_told_in_its_chain(tmp_path: Path) -> None:
    def heavy(journal: Any) -> Any:
        source = caravans.source_for(journal)
        begin = source.begin

        def loaded() -> Any:
            made: Any = begin()
            made.world.set_owner(made.world.spawn(caravan.Cargo(50)), made.wagon)
            return made

        return Source(loaded, caravans.Caravan.restore, name=caravans.name)

    path = caravans.record(tmp_path / "heavy.jsonl", events=False)
    one = open_inspection(type(CARAVANS)(heavy, "here"), path)
    one.go(1)
    (row,) = finish(one.panes())[0].rows
    assert (row.kind, row.text) == (
        Kind.REFUSED,
        "Travel #1 wagon: failed (heavy) by Wagon.refuse_to_break · miles 20",
    )
    one.open(Chain(1))
    assert "  Wagon.refuse_to_break (VALIDATE 100): failed" in texts(one)


def test_another_turn_closes_a_chain(one: Inspection) -> None:
    one.go(3)
    one.open(Chain(5))
    one.go(2)
    assert texts(one)[0] == "Travel #2 wagon: done · miles 21"


def test_an_entity_is_shown_as_each_turn_begins_and_what_is_new_is_marked(one: Inspection) -> None:
    one.go(3)
    assert finish(one.sides[0].entities(3)) == [
        (1, "world"),
        (2, "wagon 2"),
        (3, "cargo 3"),
        (4, "cargo 4"),
    ]
    one.open(State(2, "wagon 2"))
    log = '["day 2: 14 silver lost","day 3: 11 silver lost"]'
    assert texts(one) == [
        "wagon 2",
        "≠   Wagon.silver 25",
        "≠   Wagon.miles 42",
        f"≠   Wagon.log {log}",
    ]
    one.go(4)
    assert texts(one) == [
        "wagon 2",
        "  Wagon.silver 25",
        "≠   Wagon.miles 58",
        f"  Wagon.log {log}",
    ]
    assert finish(one.panes())[0].heading == "wagon 2 as turn 4 begins"


def test_who_is_not_there_is_said_so(one: Inspection) -> None:
    one.open(State(99, "dragon 99"))
    assert texts(one) == ["there is no entity 99 as turn 0 begins"]


def test_turns_beyond_the_ends_are_the_ends(one: Inspection) -> None:
    one.go(99)
    assert one.turn == 7
    one.go(-5)
    assert one.turn == 0


def test_two_are_shown_side_by_side_where_they_part(two: Inspection) -> None:
    assert two.to_parting() == ""
    assert two.turn == 3
    (mark, *_) = two.marks.of(3)
    assert (mark.sign, mark.text) == (
        "≠",
        "the two part here, at record 4: data {'miles': 23} | {'miles': 30}",
    )
    assert texts(two, 0) == texts(two, 1)
    two.go(4)
    assert texts(two, 0)[0] == "≠ Travel #6 wagon: done · miles 23"
    assert texts(two, 1)[0] == "≠ Travel #6 wagon: done · miles 30"
    two.open(Chain(6))
    assert "≠       miles 23 → 16" in texts(two, 0)
    assert "≠       miles 30 → 23" in texts(two, 1)
    two.open(State(2, "wagon 2"))
    assert [row for row in texts(two, 1) if row[0] == "≠"] == ["≠   Wagon.miles 65"]
    assert finish(two.panes())[1].heading == "other.jsonl: wagon 2 as turn 4 begins"


def test_the_turns_of_two_tell_what_each_was_given(two: Inspection) -> None:
    rows = [row.text for row in two.turns]
    assert rows[3:] == ["3 ≠ Go", "4   Go", "5 ■ Go | -", "6   Go | -", "7 ■"]
    two.go(6)
    assert texts(two, 1) == ["≠ it ends on turn 5"]


def test_of_two_with_events_the_first_that_differs_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = caravans.record(tmp_path / "one.jsonl", 20, 20)
    slow_down = caravan.Wagon.slow_down

    def slower(wagon: Any, travel: Any, world: World) -> None:
        slow_down(wagon, travel, world)
        travel.miles -= world.turn == 2

    monkeypatch.setattr(caravan.Wagon, "slow_down", slower)
    other = caravans.record(tmp_path / "other.jsonl", 20, 20)
    found = open_inspection(CARAVANS, one, other)
    assert found.comparison is not None
    assert found.comparison.what.startswith("Travel #2")


def test_two_that_are_the_same_have_no_parting(week: Path) -> None:
    two = open_inspection(CARAVANS, week, week)
    assert two.to_parting() == "the two are the same: 8 records, up to turn 7"
    assert two.turn == 0


def test_one_alone_has_none_either(one: Inspection) -> None:
    assert "name another" in one.to_parting()


def test_marks_are_gone_to_one_by_one_and_one_may_make_some(one: Inspection) -> None:
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


def test_a_replay_that_differs_is_marked_once_it_was_seen(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "cut.jsonl", events=False)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(seal([*lines[:2], *lines[3:]]))
    one = open_inspection(CARAVANS, path)
    assert one.sides[0].faults == {}
    one.go(4)
    texts(one)
    assert one.faulty
    (turn,) = one.sides[0].faults
    (mark,) = one.marks.of(turn)
    assert mark.text.startswith("differs first on turn ")
    assert one.turns[turn].kind is Kind.ERROR


def test_what_a_handler_raises_is_shown_where_it_happens_and_the_rest_goes_on(
    week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pay = caravan.Wagon.pay

    def stumble(wagon: Any, lose: Any, world: World) -> None:
        pay(wagon, lose, world)
        if world.turn == 3:
            raise LookupError("no purse")

    monkeypatch.setattr(caravan.Wagon, "pay", stumble)
    one = open_inspection(CARAVANS, week)
    one.go(3)
    *_, lost, error = finish(one.panes())[0].rows
    assert lost.text.startswith("  Lose #5 world → wagon: broken off by an error")
    assert error.kind is Kind.ERROR
    assert "LookupError: no purse" in error.text
    one.go(5)  # no way leads there
    (row,) = [row for row in finish(one.panes())[0].rows if row.kind is Kind.ERROR]
    assert "LookupError: no purse" in row.text
    one.go(2)
    assert texts(one)[0] == "Travel #2 wagon: done · miles 21"
    assert [turn for turn in range(8) if "!" in one.turns[turn].text] == [2]
    one.text = "dragon"
    assert finish(one.find(0, 0)) == 0
    assert "LookupError: no purse" in one.stopped
    one.text = "Travel"
    assert finish(one.find(0, 3, back=True)) == 2
    assert one.stopped == ""
    one.open(State(2, "wagon 2"))
    one.go(6)
    assert any("LookupError: no purse" in text for text in texts(one))


def test_a_journal_of_a_beginning_alone_has_one_turn(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "week.jsonl", events=False)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    one = open_inspection(CARAVANS, path)
    assert [row.text for row in one.turns] == ["0 ■"]
    assert texts(one) == ["nothing happened"]
    one.open(State(2, "wagon 2"))
    assert texts(one)[1] == "  Wagon.silver 50"


def test_a_torn_journal_is_shown_as_far_as_it_is_whole(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "torn.jsonl", events=False)
    path.write_bytes(path.read_bytes()[:-40])
    one = open_inspection(CARAVANS, path)
    assert one.last == 7
    (mark,) = one.marks.of(7)
    assert mark.sign == "!"
    assert "it is read no further" in mark.text


@pytest.mark.parametrize("turn", [2**62, 2**63 - 1])
def test_a_turn_beyond_all_that_can_be_counted_is_the_last_row(week: Path, turn: int) -> None:
    lines = week.read_bytes().splitlines(keepends=True)[:-1]
    head, _, tail = lines[-1].partition(b'"turn":')
    week.write_bytes(seal([*lines[:-1], head + b'"turn":%d,' % turn + tail.partition(b",")[2]]))
    one = open_inspection(CARAVANS, week)
    one.go(one.last)
    assert one.turn == one.last == len(one.turns) - 1 >= turn - 1
    assert one.turns[one.last].text.startswith(str(one.last))
    assert texts(one)


def test_a_huge_name_of_an_intent_leaves_its_row_short(week: Path) -> None:
    lines = week.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"Go"', b'"%b"' % (b"Go" * 50_000))
    week.write_bytes(seal(lines))
    one = open_inspection(CARAVANS, week)
    assert all(len(row.text) < 200 for row in one.turns)
    assert all(len(text) < 1_000 for text in texts(one))
