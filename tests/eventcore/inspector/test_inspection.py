"""The inspector's view of a journal at a turn, tested without a screen."""

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    Action,
    Component,
    Entity,
    Notice,
    Run,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.inspector.events import EventFilter, Kind, Pin
from eventcore.inspector.inspection import Chain, Inspection, State
from eventcore.outcome import Outcome
from eventcore.replay import Source
from eventcore.tools import Simulations
from eventcore.trace import Span, Tree
from examples import caravan, emergency_room
from tests.eventcore.inspector.conftest import CARAVANS, events, finish, looked_at, texts
from tests.eventcore.tools import caravans
from tests.journals import seal


def test_turns_are_listed_with_their_intents_before_anything_is_played(one: Inspection) -> None:
    expected = [*(f"{turn}   Go {20 + turn}" for turn in range(7)), "7 ■"]
    assert [row.text for row in one.turns] == expected
    assert one.player.timeline.position == 0


def test_turn_shows_the_tree_of_its_events_and_plays_no_further(
    one: Inspection, snapshot: SnapshotAssertion
) -> None:
    one.go(3)
    assert events(one) == [4, 4, 4, 4, 5, 5]
    assert texts(one) == snapshot
    assert one.player.timeline.position <= 4
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


def test_chain_is_headed_by_the_name_of_its_event(one: Inspection) -> None:
    one.go(3)
    for number, heading in ((5, "Lose #5"), (99, "event #99")):
        one.open(Chain(number))
        assert finish(one.pane())[0] == heading


def test_moving_to_another_turn_closes_the_open_chain(one: Inspection) -> None:
    one.go(3)
    one.open(Chain(5))
    one.go(3)
    assert looked_at(one) == Chain(5)
    one.go(2)
    assert looked_at(one) is None


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
    one = Inspection(type(CARAVANS)(heavy, "here"), path)
    one.go(1)
    (row,) = finish(one.pane())[1]
    assert row.kind is Kind.REFUSED
    one.open(Chain(1))
    assert texts(one) == snapshot


def test_state_of_an_entity_marks_what_changed_since_the_turn_before(one: Inspection) -> None:
    one.go(3)
    assert finish(one.player.entities(3)) == [
        (1, "world"), (2, "wagon 2"), (3, "cargo 3"), (4, "cargo 4"),
    ]  # fmt: skip
    one.open(State(2, "wagon 2"))
    assert [text[0] for text in texts(one)] == ["w", "≠", "≠", "≠"]
    one.go(4)
    assert texts(one)[:3] == ["wagon 2", "  Wagon.silver 25", "≠   Wagon.miles 58"]
    one.open(State(99, "dragon 99"))
    assert [row.kind for row in finish(one.pane())[1]] == [Kind.ERROR]


def test_turn_is_the_same_whether_or_not_the_turn_before_was_traced(week: Path) -> None:
    forward, direct = Inspection(CARAVANS, week), Inspection(CARAVANS, week)
    for turn in range(8):
        forward.go(turn)
        texts(forward)
    for turn in reversed(range(8)):
        direct.go(turn)
        forward.go(turn)
        assert texts(direct) == texts(forward)
        assert direct.turns[turn] == forward.turns[turn]


def test_inspector_summary_shows_refusals_and_departures(tmp_path: Path, monkeypatch: Any) -> None:
    def refuse(wagon: Any, travel: Any, world: World) -> None:
        if world.turn == 2:
            travel.fail("mud")

    def pay(wagon: Any, lose: Any, world: World) -> None:
        wagon.silver -= lose.silver
        world.despawn(lose.target)

    monkeypatch.setattr(caravan.Wagon, "refuse_to_break", refuse)
    one = Inspection(CARAVANS, caravans.record(tmp_path / "mud.jsonl", 20, 21, events=False))
    one.go(1)
    texts(one)
    assert one.turns[1].text == "1   Go 21 · mud"
    monkeypatch.undo()
    monkeypatch.setattr(caravan.Wagon, "pay", pay)
    one = Inspection(CARAVANS, caravans.record(tmp_path / "gone.jsonl", 20, 20, events=False))
    one.go(1)
    texts(one)
    assert one.turns[1].text.startswith("1   Go 20 · wagon gone")


@event
class Visit(Notice):
    town: Entity = role()


@event
class Audit(Action):
    """An intent that audits the town."""


@component
class Shop(Component):
    visits: int = 0

    @handles(Visit, APPLY)
    def count(self, visit: Visit, world: World) -> None:
        self.visits += 1


@component
class Town(Component):
    visitors: int = 0
    audits: int = 0

    @handles(Visit, APPLY, role="town")
    def count(self, visit: Visit, world: World) -> None:
        self.visitors += 1

    @handles(Audit, APPLY)
    def audit(self, audit: Audit, world: World) -> None:
        self.audits += 1


class Market(Simulation):
    components = (Shop, Town)
    intents = (Audit,)
    turn_length = 10

    def setup(self) -> None:
        shop, root = self.world.spawn(Shop()), self.world.root
        self.world.attach(root, Town())
        self.world.agenda.every(20, Visit(shop, root), start=0, stop=100)

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return "shop"


@pytest.fixture
def market(tmp_path: Path) -> Inspection:
    """Record a market that is audited on turn 5."""
    with Market.record(tmp_path / "market.jsonl") as market:
        market.run(50)
        market.perform(Audit)
        market.run()
    return Inspection(Simulations.of(Market), tmp_path / "market.jsonl")


def test_summary_names_the_owner_of_each_field_unless_it_belongs_to_the_actor(
    market: Inspection,
) -> None:
    finish(market.pane())
    assert market.turns[0].text == " 0   Run until 50 · world visitors 0 → 3 · shop visits 0 → 3"
    market.go(5)
    finish(market.pane())
    assert market.turns[5].text == (
        " 5   Audit, Run to turn 15 · visitors 3 → 6 · audits 0 → 1 · shop visits 3 → 6"
    )


def test_turns_inside_an_intent_are_summarized_once_it_was_played(market: Inspection) -> None:
    assert [row.text for row in market.turns][2:5] == [" 2", " 3", " 4"]
    finish(market.pane())  # plays turn 0, on which the intent began
    visited = " 2   Visit · world visitors 1 → 2 · shop visits 1 → 2"
    assert [row.text for row in market.turns][2:4] == [visited, " 3"]
    market.go(8)
    texts(market)
    assert market.turns[6].text == " 6   Visit · world visitors 3 → 4 · shop visits 3 → 4"


def test_picture_may_be_one_string(market: Inspection, monkeypatch: pytest.MonkeyPatch) -> None:
    for picture, lines in (("ab\nc", ("ab", "c")), (["ab\nc", "d"], ("ab", "c", "d"))):
        monkeypatch.setattr(Market, "picture", lambda self, it=picture: it, raising=False)
        one = Inspection(market.player.recording.simulations, market.player.recording.path)
        assert finish(one.pane())[2] == ("picture at turn 5, time 50", *lines)


def test_inspector_shows_the_state_at_a_turn_inside_an_intent(market: Inspection) -> None:
    market.open(State(2, "shop 2"))
    for turn, first, visits in (
        (0, "intent", 0),
        (2, "event", 1),
        (3, "event", 2),
        (4, "event", 2),
        (5, "intent", 3),
        (6, "event", 3),
        (7, "event", 4),
        (2, "event", 1),
        (10, "intent", 6),
    ):
        market.go(turn)
        assert finish(market.pane())[0] == f"shop 2 before turn {turn}'s first {first}"
        assert texts(market)[1].removeprefix("≠").strip() == f"Shop.visits {visits}"
    market.open(State(9, "shop 9"))
    assert texts(market) == ["there is no shop 9"]


def test_effects_of_a_hidden_event_move_up_to_its_place(one: Inspection) -> None:
    one.go(3)
    before = texts(one)
    one.filter.types = {"Lose"}
    hint = "1 event hidden: press t or o to show more"
    assert texts(one) == [*before[:4], hint]
    one.filter.types = {"Travel"}
    assert texts(one) == [*(text[2:] for text in before[4:]), hint]
    one.filter.entity = (1, "world")
    assert str(one.filter) == "hidden: Travel; only world"


def test_child_of_a_hidden_event_moves_to_its_nearest_visible_cause() -> None:
    spans = [
        Span(number, kind, 0, number - 1, 0, (), (), outcome=Outcome.DONE)
        for number, kind in enumerate(("Move", "Note", "Note", "Hit"), 1)
    ]
    tree = EventFilter({"Note"}).apply(Tree(spans))
    assert [span.event for span in tree.spans] == ["Move", "Hit"]
    assert [span.event for span in tree.causes(tree.spans[1])] == ["Move"]


def test_entity_list_matches_the_selected_turn(tmp_path: Path, monkeypatch: Any) -> None:
    pay = caravan.Wagon.pay

    def drop(wagon: Any, lose: Any, world: World) -> None:
        pay(wagon, lose, world)
        world.spawn(caravan.Cargo(1))

    monkeypatch.setattr(caravan.Wagon, "pay", drop)
    one = Inspection(CARAVANS, caravans.record(tmp_path / "drop.jsonl", events=False))
    for turn, count in ((7, 6), (0, 4), (2, 5)):
        assert len(finish(one.player.entities(turn))) == count


def test_pinned_field_shows_its_value_at_the_start_of_each_turn(one: Inspection) -> None:
    player = one.player
    finish(player.pin_field(Pin(2, "Wagon.miles")))
    assert player.timeline.position == 0
    for turn in range(8):
        (row,) = [r for r in finish(player.state(turn, 2, "wagon 2")) if "miles" in r.text]
        assert row.text.split()[1] == player.value_text(turn)
    assert one.turns[4].text.startswith("4     58 Go 24")
    finish(player.pin_field(Pin(99, "Wagon.miles")))
    assert player.value_text(0) == "null"
    finish(player.pin_field(None))
    assert one.turns[4].text.startswith("4   Go 24")


def test_changes_to_a_list_are_marked(one: Inspection) -> None:
    player = one.player
    finish(player.pin_field(Pin(2, "Wagon.log")))
    assert player.sparkline(range(8)) == "··≠≠····"
    assert [player.value_text(turn) for turn in (1, 2, 3)] == ["same", "changed", "changed"]
    assert one.turns[2].text.startswith("2   changed Go 22")


def test_values_of_a_field_are_known_inside_an_intent(market: Inspection) -> None:
    player = market.player
    finish(player.pin_field(Pin(2, "Shop.visits")))
    assert [player.value_text(turn) for turn in range(11)] == [*"01122334456"]
    assert "·" not in player.sparkline(range(11))
    for turn in range(11):
        assert finish(player.state(turn, 2, "shop 2"))[1].text.split()[1] == player.value_text(turn)


def test_entity_list_inside_an_intent_includes_entities_spawned_in_it(tmp_path: Path) -> None:
    path = tmp_path / "day.jsonl"
    with emergency_room.Emergency.record(path, 42, patients=30) as emergency:
        emergency.run()
    player = Inspection(Simulations.of(emergency_room.Emergency), path).player
    for turn, before, during in ((109, False, True), (110, True, True), (133, False, False)):
        assert ((17, "patient 17") in finish(player.entities(turn))) is before
        assert ((17, "patient 17") in finish(player.entities(turn, traced=True))) is during


def test_inspector_marks_a_differing_turn_after_it_is_viewed(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "cut.jsonl", events=False)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(seal([*lines[:2], *lines[3:]]))
    one = Inspection(CARAVANS, path)
    assert one.player.faults == {}
    one.go(4)
    texts(one)
    assert one.player.faults
    (turn,) = one.player.faults
    assert [mark[0] for mark in one.turns.marks(turn)] == ["!"]
    assert one.turns[turn].kind is Kind.ERROR
    assert one.turns.marks(turn - 1) == []
    assert one.turns.marks(turn + 1)[0] == ("", f"the replay has differed since turn {turn}")


def test_error_of_a_handler_is_shown_where_it_was_raised(
    week: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    pay = caravan.Wagon.pay

    def stumble(wagon: Any, lose: Any, world: World) -> None:
        pay(wagon, lose, world)
        if world.turn == 3:
            raise LookupError("no purse")

    def errors() -> list[str]:
        rows = finish(one.pane())[1]
        return [row.text for row in rows if row.kind is Kind.ERROR]

    monkeypatch.setattr(caravan.Wagon, "pay", stumble)
    one = Inspection(CARAVANS, week)
    one.go(3)
    (error,) = errors()
    assert error == snapshot
    one.go(5)
    assert errors() == [error]
    one.go(2)
    assert events(one)[0] == 2
    assert [turn for turn in range(8) if "!" in one.turns[turn].text] == [3]
    one.open(State(2, "wagon 2"))
    one.go(6)
    assert errors() == [error]


def record_crash_on_turn_183(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Record an emergency room in which a handler raises an error during the last ``Run``."""
    treat = emergency_room.EmergencyRoom.treat

    def stumble(room: Any, serve: Any, world: World) -> None:
        treat(room, serve, world)
        if world.turn >= 180:
            raise LookupError("no bed")

    monkeypatch.setattr(emergency_room.EmergencyRoom, "treat", stumble)
    with emergency_room.Emergency.record(path, patients=60) as emergency:
        emergency.perform(Run(60 * emergency_room.MINUTE))
        with pytest.raises(LookupError):
            emergency.perform(Run())
    assert emergency.world.turn == 183
    return path


def test_last_turn_is_the_turn_on_which_the_last_intent_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record_crash_on_turn_183(tmp_path / "day.jsonl", monkeypatch)
    one = Inspection(Simulations.of(emergency_room.Emergency), path)
    assert one.last == 61  # the inspector does not know the last turn yet
    finish(one.player.find_end())
    one.go(200)
    assert one.turn == one.last == 183
    assert [text for text in texts(one) if "broken off by an error" in text]
    assert texts(one)[-1].startswith("raises on turn 183")
    assert [mark for mark, _ in one.turns.marks(183)] == ["!", "■"]
    assert one.turns.marks(61) == one.turns.marks(60) == []


def test_turns_after_an_unknown_intent_cannot_be_played(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "lost.jsonl", events=False)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"Go"', b'"Fly"')
    path.write_bytes(seal(lines))
    one = Inspection(CARAVANS, path)
    one.go(5)
    assert texts(one) == ["nothing happened", "line 5: no intent is called 'Fly'"]
    assert one.turns.marks(5) == [("", "the journal cannot be played past turn 3")]
    assert one.turns.marks(3) == [("!", "line 5: no intent is called 'Fly'")]


def test_journal_without_records_has_one_turn(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "week.jsonl", events=False)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    one = Inspection(CARAVANS, path)
    assert [row.text for row in one.turns] == ["0 ■"]
    one.open(State(2, "wagon 2"))
    assert texts(one)[1] == "  Wagon.silver 50"


def test_torn_journal_is_shown_up_to_its_last_whole_record(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "torn.jsonl", events=False)
    path.write_bytes(path.read_bytes()[:-40])
    one = Inspection(CARAVANS, path)
    assert one.last == 7
    assert [mark[0] for mark in one.turns.marks(7)] == ["!"]


@pytest.mark.parametrize("turn", [2**62, 2**63 - 1])
def test_turn_too_large_to_count_is_the_last_row(week: Path, turn: int) -> None:
    lines = week.read_bytes().splitlines(keepends=True)[:-1]
    head, _, tail = lines[-1].partition(b'"turn":')
    week.write_bytes(seal([*lines[:-1], head + b'"turn":%d,' % turn + tail.partition(b",")[2]]))
    inspection = Inspection(CARAVANS, week)
    inspection.go(inspection.last)
    assert inspection.turn == inspection.last == len(inspection.turns) - 1 >= turn - 1
