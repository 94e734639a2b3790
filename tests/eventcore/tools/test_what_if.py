"""``eventcore what-if`` compares a recorded run with a changed run."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    Run,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import JournalError
from eventcore.resources import Join, Serve, Server
from examples import bank, caravan, emergency_room
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command, Outcome

BARE = f"{caravans.__name__}:bare"


def end_of(outcome: Outcome, name: str) -> list[str]:
    """Return the values in a summary line, first for the recorded run, then for the changed run."""
    (line,) = [line for line in outcome.lines if line.split()[:1] == [name]]
    return line.split(maxsplit=2)[1:]


def test_muted_handler_is_compared_with_the_run_as_it_was(
    tool: Command, week: Path, snapshot: SnapshotAssertion
) -> None:
    outcome = tool("what-if", week, "--mute", "Wagon.pay")
    assert (outcome.code, end_of(outcome, "silver")) == (0, ["25", "50"])
    assert outcome.shown == snapshot


def test_changed_data_is_compared(tool: Command, week: Path, snapshot: SnapshotAssertion) -> None:
    outcome = tool("what-if", week, "--set", "silver=10")
    assert "silver 14; with the change, 10" in outcome.lines[0]
    assert outcome.shown == snapshot


def test_changed_data_that_changes_no_event_is_named(tool: Command, tmp_path: Path) -> None:
    with caravan.Caravan.record(tmp_path / "short.jsonl", seed=42) as trip:
        trip.perform(caravan.Go(20))
    place = f"{caravan.__name__}:Caravan"
    outcome = tool("what-if", tmp_path / "short.jsonl", "--set", "silver=51", place=place)
    assert outcome.lines[:2] == [
        "the runs differ from the beginning: Wagon.silver of wagon 2: 50; with the change, 51",
        "no event differs",
    ]


def test_difference_that_no_event_shows_is_found_by_the_digest(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def roll_dice(wagon: Any, travel: Any, world: World) -> None:
        if wagon.silver == 10:
            world.stream("dice").below(6)

    monkeypatch.setattr(caravan.Wagon, "roll_on", roll_dice)
    outcome = tool("what-if", caravans.record(tmp_path / "dice.jsonl"), "--set", "silver=10")
    first, second = outcome.lines[:2]
    draws = "streams.dice: nothing; with the change, [1,1]"
    assert first == f"the state differs by turn 1, with intent 1: {draws}"
    assert second.startswith("the runs part on turn")


def test_what_if_names_an_entity_that_exists_only_in_the_changed_run(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(wagon: Any, travel: Any, world: World) -> None:
        loser = world.spawn(caravan.Wagon(5)) if wagon.silver == 10 else travel.enactor
        world.publish(caravan.Lose(world.root, loser, 0))
        if loser is not travel.enactor:
            world.despawn(loser)

    monkeypatch.setattr(caravan.Wagon, "roll_on", lose)
    outcome = tool("what-if", caravans.record(tmp_path / "lost.jsonl"), "--set", "silver=10")
    same, changed = outcome.lines[0].split(": ")[1].split("; with the change, ")
    assert same == "Lose #2 world → wagon 2"
    assert re.fullmatch("Lose #2 world → wagon [3-9]", changed)


@component
class Bed(Component):
    doctor: Entity

    @handles(Serve, REACT)
    def send_on(self, serve: Serve, world: World) -> None:
        world.publish(Join(serve.customer, self.doctor))


class Clinic(Simulation):
    components = (Bed, Server)
    turn_length = 1

    def setup(self, beds: int = 1) -> None:
        doctor = self.world.spawn(Server(service_time=5))
        entrance = self.world.spawn(Bed(doctor), Server(capacity=beds))
        for time in (1, 2, 3):
            self.world.schedule(Join(self.world.spawn(), entrance), time)


@pytest.mark.parametrize(
    ("beds", "changed", "parting"),
    [
        (1, 2, "nothing more; with the change, Serve #6 entity 3 → entity 5"),
        (2, 1, "Serve #6 entity 3 → entity 5; with the change, nothing more"),
    ],
)
def test_event_that_only_one_run_had_is_not_compared_with_a_later_event(
    tool: Command, tmp_path: Path, beds: int, changed: int, parting: str
) -> None:
    path = tmp_path / "clinic.jsonl"
    with Clinic.record(path, beds=beds) as clinic:
        clinic.run(20)
    lines = tool("what-if", path, "--set", f"beds={changed}", place=f"{__name__}:Clinic").lines
    assert lines[0] == f"the runs part on turn 2, with intent 1: {parting}"


@event
class Greet(Action):
    guest: Entity = role()


@event
class Expel(Action):
    guest: Entity = role()


@component
class Porter(Component):
    greeted: int = 0
    strict: bool = False

    @handles(Expel, VALIDATE)
    def protect(self, expel: Expel, world: World) -> None:
        if self.strict:
            expel.fail("protected")

    @handles(Expel, APPLY)
    def expel(self, expel: Expel, world: World) -> None:
        world.despawn(expel.guest)

    @handles(Greet, APPLY)
    def greet(self, greet: Greet, world: World) -> None:
        self.greeted += 1


class Inn(Simulation):
    components = (Porter,)
    intents = (Greet, Expel)

    def setup(self, strict: bool = True) -> None:
        self.world.attach(self.world.root, Porter(strict=strict))
        self.world.spawn()
        self.world.spawn()

    def summary(self) -> dict[str, int]:
        return {"greeted": self.world.root[Porter].greeted}


@pytest.fixture
def stay(tmp_path: Path) -> Path:
    """Record an inn that refuses to expel a guest, and greets the guest twice afterwards."""
    with Inn.record(tmp_path / "stay.jsonl") as inn:
        one, two = inn.world[2], inn.world[3]
        for kind, guest in [(Greet, one), (Expel, one), (Greet, one), (Greet, two), (Greet, one)]:
            inn.perform(kind, guest)
    return tmp_path / "stay.jsonl"


INN = f"{__name__}:Inn"


def test_intent_with_an_entity_that_is_gone_is_refused_and_both_runs_go_on(
    tool: Command, stay: Path
) -> None:
    outcome = tool("what-if", stay, "--set", "strict=false", place=INN)
    assert (outcome.code, outcome.err) == (0, "")
    assert "the runs part with intent 2: Expel" in outcome.lines[0]
    assert outcome.lines[1:3] == [
        "refused because an entity is gone: 2 intents, first with intent 3",
        "in the end:",
    ]
    assert end_of(outcome, "greeted") == ["4", "2"]
    assert outcome.lines[-1].split() == ["refused", "1", "2"]


def test_handler_that_looks_up_an_entity_that_is_gone_is_named(
    tool: Command, stay: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_up(porter: Any, greet: Any, world: World) -> None:
        porter.greeted += world[2].id

    monkeypatch.setattr(Porter, "greet", look_up)
    lines = tool("what-if", stay, "--set", "strict=false", place=INN).lines
    assert lines[1] == "refused because an entity is gone: 1 intent, first with intent 3"
    assert lines[2].startswith("then, with intent 4, a handler raises UnknownEntityError: entity 2")


def test_intent_that_cannot_be_read_is_not_blamed_on_a_handler(
    tool: Command, stay: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decode = Inn.decode

    def refuse(inn: Inn, name: str, version: int, data: bytes) -> Any:
        if name == "Expel" and not inn.world.root[Porter].strict:
            raise JournalError("Expel has version 2, but this program reads version 1")
        return decode(inn, name, version, data)

    monkeypatch.setattr(Inn, "decode", refuse)
    outcome = tool("what-if", stay, "--set", "strict=false", place=INN)
    assert "then, with intent 2, the intent cannot be read: JournalError: Expel has" in outcome.out
    assert "a handler raises" not in outcome.out


def fail_below(silver: int) -> Callable[[Any, Any, World], None]:
    """Make a handler that stops a wagon if it has less silver than the given amount."""

    def refuse(wagon: Any, travel: Any, world: World) -> None:
        if wagon.silver < silver:
            travel.fail("poor")

    return refuse


def test_columns_of_the_summary_are_as_wide_as_their_cells(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def summary(one: Any) -> dict[str, str]:
        return {"a name of many characters": "a long value of it", "b": str(one.wagon.id)}

    monkeypatch.setattr(caravans.Caravan, "summary", summary)
    lines = tool("what-if", week, "--set", "silver=10").lines
    head, *rows = lines[lines.index("in the end:") + 1 :]
    was, now = head.index("as it was"), head.index("what if")
    assert all(row[place - 2 : place] == "  " for row in rows for place in (was, now))
    assert [row[was:now].strip() for row in rows] == ["7", "a long value of it", "2"]
    assert [row[now:] for row in rows] == ["7", "a long value of it", "2"]


def test_what_if_names_the_turn_of_divergence_within_a_long_intent(
    tool: Command, tmp_path: Path
) -> None:
    path, place = tmp_path / "day.jsonl", f"{bank.__name__}:BankRenege"
    with bank.BankRenege.record(path, customers=20) as day:
        day.perform(Run())
    later = tool("what-if", path, "--set", "customers=3", place=place).lines[0]
    at_once = tool("what-if", path, "--mute", "Bank.draw_service_time", place=place).lines[0]
    assert re.match(r"the runs part on turn [1-9]\d*, with intent 1: ", later)
    assert at_once.startswith("the runs part with intent 1: ")


@pytest.mark.parametrize(("least", "before", "after"), [(30, "4", "7"), (1, "0", "5")])
def test_refused_intents_of_both_runs_are_counted(
    tool: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    least: int,
    before: str,
    after: str,
) -> None:
    monkeypatch.setattr(caravan.Wagon, "refuse_to_break", fail_below(least))
    outcome = tool("what-if", caravans.record(tmp_path / "poor.jsonl"), "--set", "silver=10")
    assert end_of(outcome, "refused") == [before, after]


def test_changed_simulation_that_is_over_gets_no_more_intents(
    tool: Command, week: Path, played: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    poor = property(lambda one: one.wagon[caravan.Wagon].silver == 0)
    monkeypatch.setattr(caravans.Caravan, "over", poor)
    tool("what-if", week, "--set", "silver=10")
    # Another replay compares the recording with the current rules.
    assert [played.count(intent) for intent in dict.fromkeys(played)] == [3, 3, 2, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("what-if {week}", caravans.PLACE),
        ("what-if {week} --mute Wagon.fly", caravans.PLACE),
        ("what-if {week} --set gold=10", caravans.PLACE),
        ("what-if {week} --mute Wagon.pay", BARE),
    ],
    ids=["nothing", "handler", "data", "bare"],
)
def test_impossible_variation_prints_a_one_line_error(
    tool: Command, week: Path, line: str, place: str, snapshot: SnapshotAssertion
) -> None:
    outcome = tool(*line.format(week=week).split(), place=place)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err == snapshot


def test_what_if_compares_the_final_states_if_no_event_differs(
    tool: Command, tmp_path: Path
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, seed=1, patients=60) as day:
        day.perform(Run())
        left = day.room.left
    outcome = tool("what-if", path, "--mute", "EmergencyRoom.lose", place=place)
    level, was = next((n, count) for n, count in enumerate(left) if count)
    place = f"EmergencyRoom.left[{level}] of room 2: {was}; with the change, 0"
    state, event, end, *_ = outcome.lines
    assert re.fullmatch(rf"the state differs by turn \d+, with intent 1: {re.escape(place)}", state)
    assert (event, end) == ("no event differs", "in the end:")


def test_state_that_differs_before_any_event_is_reported_with_its_intent(
    tool: Command, tmp_path: Path
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, seed=1, patients=60) as day:
        for hour in range(1, 20):
            day.perform(Run(hour * 60 * emergency_room.MINUTE))
            if sum(day.room.left):
                break
        day.perform(Run())
    state, event, *_ = tool("what-if", path, "--mute", "EmergencyRoom.lose", place=place).lines
    assert state.startswith(f"the state differs by turn {hour * 60}, with intent {hour}: Emergency")
    assert event == "no event differs"


def test_summaries_are_compared_even_if_the_states_are_the_same(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, seed=1, patients=1) as day:
        day.run()
    summary = property(lambda one: lambda: {"doctors": one.parameters["doctors"]})
    monkeypatch.setattr(emergency_room.Emergency, "summary", summary, raising=False)
    outcome = tool("what-if", path, "--set", "doctors=4", place=place)
    assert (outcome.lines[2], end_of(outcome, "doctors")) == ("in the end:", ["3", "4"])


def test_summary_that_is_not_a_dict_is_one_line(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caravans.Caravan, "summary", lambda one: ["silver"])
    outcome = tool("what-if", week, "--set", "silver=10")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "eventcore: summary() must return a dict, not ['silver']\n"


def test_error_in_summary_takes_one_line_and_summary_keys_need_not_be_strings(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        caravans.Caravan, "summary", lambda one: {"silver": 1 // (one.world.turn - 7)}
    )
    outcome = tool("what-if", week, "--set", "silver=10")
    assert (outcome.code, outcome.out) == (2, "")
    said = "eventcore: summary() raises ZeroDivisionError: integer division or modulo by zero at "
    assert outcome.err.startswith(f"{said}tests/eventcore/tools/test_what_if.py:")
    assert outcome.err.count("\n") == 1
    monkeypatch.setattr(caravans.Caravan, "summary", lambda one: {5: one.parameters["silver"]})
    assert end_of(tool("what-if", week, "--set", "silver=10"), "5") == ["50", "10"]


@event
class GoHome(Action):
    pass


@component
class Cot(Component):
    taken: bool = False


@component
class Doctor(Component):
    name: str
    home: int = 0

    @handles(GoHome, APPLY)
    def leave(self, go: GoHome, world: World) -> None:
        self.home += 1


class Ward(Simulation):
    components = (Cot, Doctor)
    intents = (GoHome,)

    def setup(self, cots: int = 3, doctors: int = 2) -> None:
        for _ in range(cots):
            self.world.spawn(Cot())
        for name in ("Ann", "Bo", "Cy")[:doctors]:
            self.world.spawn(Doctor(name))

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return entity[Doctor].name if Doctor in entity else ""


def test_what_if_reports_once_that_an_intent_reaches_another_entity(
    tool: Command, tmp_path: Path
) -> None:
    path, place = tmp_path / "ward.jsonl", f"{__name__}:Ward"
    with Ward.record(path) as ward:
        _, bo = ward.world.having(Doctor)
        for _ in range(2):
            ward.perform(GoHome(bo))
    outcome = tool("what-if", path, "--set", "cots=4", place=place)
    line = "intent 1, GoHome: enactor is Bo 6 in the recording, but Ann 6 with the change"
    assert [one for one in outcome.lines if one.startswith("intent ")] == [line]
    outcome = tool("what-if", path, "--set", "cots=5", place=place)
    assert "but entity 6 with the change" in outcome.out
    assert "intent " not in tool("what-if", path, "--set", "doctors=3", place=place).out


def test_changed_value_that_had_no_effect_is_the_only_difference(
    tool: Command, tmp_path: Path
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, seed=1, patients=1) as day:
        day.run()
    outcome = tool("what-if", path, "--set", "doctors=4", place=place)
    change = "Server.capacity of room 2: 3; with the change, 4"
    said = f"the runs differ from the beginning: {change}", "no event differs"
    assert tuple(outcome.lines[:2]) == said


@pytest.mark.parametrize("events", [True, False])
def test_replay_that_differs_from_the_recording_is_reported_once(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    path = caravans.record(tmp_path / "week.jsonl", events=events)
    assert tool("what-if", path, "--mute", "Wagon.pay").err == ""
    monkeypatch.setattr(caravan.Bandits, "lie_in_wait", caravans.rob_the_first_cargo)
    (warning,) = tool("what-if", path, "--mute", "Wagon.pay").err.splitlines()
    assert "the replay differs from the recording" in warning
    assert warning.endswith(f"eventcore verify {caravans.PLACE} {path}")


def test_replay_that_differs_only_in_the_state_is_reported(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, patients=30) as day:
        day.run(100_000)
    with emergency_room.Emergency.resume(path) as day:  # keeps the old closing record
        day.run()
    assert tool("what-if", path, "--set", "doctors=1", place=place).err == ""
    monkeypatch.setattr(emergency_room.EmergencyRoom, "discharge", lambda *_: None)
    (warning,) = tool("what-if", path, "--set", "doctors=1", place=place).err.splitlines()
    assert "the replay differs from the recording" in warning


class Older(emergency_room.Emergency):
    game, version = "Emergency", "0"


@pytest.mark.parametrize("before", [emergency_room.Emergency, Older])
def test_what_if_replays_intents_past_an_upgrade_to_the_current_rules(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: type[Simulation]
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with before.record(path, patients=30) as day:
        day.run(100_000)
    with emergency_room.Emergency.resume(path) as day:
        day.run()
    upgrades = path.read_text("utf-8").count('"type":"upgrade"')
    assert upgrades == (before is Older)
    outcome = tool("what-if", path, "--set", "doctors=1", place=place)
    assert (outcome.code, outcome.err) == (0, "")
    assert "the runs part" in outcome.lines[0]
    assert int(end_of(outcome, "turn")[1]) > 100
    monkeypatch.setattr(emergency_room.EmergencyRoom, "discharge", lambda *_: None)
    outcome = tool("what-if", path, "--set", "doctors=1", place=place)
    assert ("the rules change here" in outcome.err) == upgrades
