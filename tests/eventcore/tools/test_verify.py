"""``eventcore verify`` checks one or many journals of any simulation."""

import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Run, World
from eventcore.resources import Server
from eventcore.tools import Simulations, UsageError
from eventcore.tools.verifying import check
from examples import caravan, emergency_room
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command
from tests.journals import seal


@pytest.mark.parametrize("maker", ["source_for", "bare", "Convoy", "Convoy.source"])
def test_journal_that_replays_the_same_exits_0(
    tool: Command, week: Path, maker: str, snapshot: SnapshotAssertion
) -> None:
    outcome = tool("verify", week, place=f"{caravans.__name__}:{maker}")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.shown == snapshot(name="same")


def test_journal_that_differs_names_events_fields_and_entities(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.setattr(caravan.Bandits, "lie_in_wait", caravans.rob_the_first_cargo)
    outcome = tool("verify", week)
    assert (outcome.code, outcome.out) == (1, "")
    assert all(name in outcome.err for name in ("Lose #3", "wagon 2", "cargo 3"))
    assert outcome.shown == snapshot


def test_error_is_reported_on_the_turn_on_which_it_happens(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, seed=1, patients=60) as day:
        day.run(until=600 * emergency_room.MINUTE)

    def stumble(room: Any, finish: Any, world: World) -> None:
        raise LookupError(f"on turn {world.turn}")

    monkeypatch.setattr(emergency_room.EmergencyRoom, "discharge", stumble)
    error = tool("verify", path, place=place).err
    assert re.search(r"raises on turn ([1-9]\d*) \(line \d+\): LookupError: on turn \1 ", error)


def test_verify_names_the_handler_that_scheduled_an_event(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, seed=1, patients=60, events=True) as day:
        day.run(until=600 * emergency_room.MINUTE)
    line_up = Server.line_up

    def change(server: Server, join: Any, world: World) -> None:
        patience, join.patience = join.patience, join.patience and join.patience // 4
        line_up(server, join, world)
        join.patience = patience

    monkeypatch.setattr(Server, "line_up", change)
    error = tool("verify", path, place=place).err
    assert ": Renege #18 scheduled by Server.line_up in Join #15\n" in error
    assert "no handler" not in error


def test_renamed_handler_is_named_even_if_the_replay_is_the_same(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = week.read_bytes()
    assert text.count(b'"roll_on Travel ') == 1
    renamed = text.replace(b'"roll_on Travel ', b'"roll_away Travel ')
    week.write_bytes(seal(renamed.splitlines(keepends=True)))
    monkeypatch.setattr("eventcore.journal.format.Header.chains_of", lambda _: "another")
    outcome = tool("verify", week)
    assert outcome.code == 0
    assert "Wagon.roll_away no longer handles Travel, and 1 more change\n" in outcome.err


def test_intent_with_more_events_of_the_usual_kinds_says_that_nothing_else_is_unusual(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, seed=1, patients=60) as day:
        for hour in range(1, 9):
            day.perform(Run(until=hour * 60 * emergency_room.MINUTE))
    admit = emergency_room.EmergencyRoom.admit

    def admit_two(room: Any, arrive: Any, world: World) -> None:
        for _ in range(1 + (world.turn > 250)):
            admit(room, arrive, world)

    monkeypatch.setattr(emergency_room.EmergencyRoom, "admit", admit_two)
    lines = tool("verify", path, place=place).err.splitlines()
    where = "the intent on turn 240 (line 6)"
    assert re.fullmatch(rf"  number of events in {re.escape(where)}: \d+ more than .*", lines[1])
    assert lines[2].startswith("  nothing else unusual: ")


def test_handler_that_draws_more_is_named_below_the_stream(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, seed=1, patients=60) as day:
        for hour in range(1, 9):
            day.run(until=hour * 60 * emergency_room.MINUTE)
    admit = emergency_room.EmergencyRoom.admit

    def admit_and_draw(room: Any, arrive: Any, world: World) -> None:
        admit(room, arrive, world)
        world.stream("triage").below(2)

    monkeypatch.setattr(emergency_room.EmergencyRoom, "admit", admit_and_draw)
    lines = tool("verify", path, place=place).err.splitlines()
    at = next(
        n for n, line in enumerate(lines) if line.startswith("    streams.triage[0]: recorded")
    )
    assert re.search(r"turn \d+: \d drawn by EmergencyRoom\.admit ", lines[at + 1]), lines


def test_listed_writes_are_not_later_than_the_heading_says(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, place = tmp_path / "day.jsonl", f"{emergency_room.__name__}:Emergency"
    with emergency_room.Emergency.record(path, seed=1, patients=60, events=True) as day:
        day.run(until=600 * emergency_room.MINUTE)
    treat = emergency_room.EmergencyRoom.treat

    def treat_longer(room: Any, serve: Any, world: World) -> None:
        treat(room, serve, world)
        serve.duration += world.turn > 70

    monkeypatch.setattr(emergency_room.EmergencyRoom, "treat", treat_longer)
    error = tool("verify", path, place=place).err
    heading, _, writes = error.partition(" differs; writes until turn ")
    (event_turn,) = re.findall(r"differs first on turn (\d+)", heading)
    turns = [int(turn) for turn in re.findall(r"\n      turn (\d+): ", writes)]
    assert int(event_turn) < max(turns) <= int(writes.partition(":")[0])


Room = emergency_room.EmergencyRoom


def count_twice(room: Any, finish: Any, world: World) -> None:
    discharge(room, finish, world)
    room.treated[0] += world.turn > 250


def despawn_nobody(room: Any, finish: Any, world: World) -> None:
    if world.turn <= 250:
        discharge(room, finish, world)
    else:
        room.treated[finish.customer[emergency_room.Patient].triage] += 1


def treat_longer(room: Any, serve: Any, world: World) -> None:
    treat(room, serve, world)
    serve.duration += world.turn > 250


discharge, treat = Room.discharge, Room.treat


def record_hours(folder: Path, hours: int, *, events: bool) -> Path:
    """Record an emergency room for some hours, with one intent for each hour."""
    path = folder / "day.jsonl"
    with emergency_room.Emergency.record(path, seed=1, patients=60, events=events) as day:
        for hour in range(1, hours + 1):
            day.perform(Run(until=hour * 60 * emergency_room.MINUTE))
    return path


@pytest.mark.parametrize(
    ("name", "fault", "events", "what"),
    [
        ("discharge", count_twice, True, "--changes EmergencyRoom.treated --of 2 --turn 240-300"),
        ("discharge", despawn_nobody, True, r"--of \d+ --turn 240-300"),
        ("treat", treat_longer, False, "--turn 240-300"),
        ("treat", treat_longer, True, r"--turn \d+"),
    ],
)
def test_suggested_command_shows_one_field_or_entity_on_the_turns_that_differ(
    tool: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    fault: Any,
    events: bool,
    what: str,
) -> None:
    path, place = record_hours(tmp_path, 8, events=events), f"{emergency_room.__name__}:Emergency"
    monkeypatch.setattr(Room, name, fault)
    error = tool("verify", path, place=place).err
    (options,) = re.findall(r"look closer with: eventcore explain \S+ \S+ (.*)", error)
    assert re.fullmatch(what, options), error
    shown = tool("explain", path, *options.split(), place=place).lines
    assert shown
    assert all(240 <= int(x) <= 300 for x in re.findall(r"(?m)^turn (\d+)", "\n".join(shown)))


@pytest.mark.parametrize("events", [True, False])
def test_missing_file_with_saved_states_is_named_if_no_field_can_be_named(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    path, place = record_hours(tmp_path, 8, events=events), f"{emergency_room.__name__}:Emergency"
    hint = "day.jsonl.keys, the file with saved states, is missing; with it, verify can name the"
    with monkeypatch.context() as patch:
        patch.setattr(Room, "discharge", count_twice)
        assert hint not in tool("verify", path, place=place).err
        Path(f"{path}.keys").unlink()
        assert hint in tool("verify", path, place=place).err
    monkeypatch.setattr(Room, "treat", treat_longer)
    # A journal with events names the event and the field that differ.
    assert (hint in tool("verify", path, place=place).err) == (not events)


@pytest.mark.parametrize("events", [True, False])
def test_verify_says_when_the_setup_differs(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    path, place = record_hours(tmp_path, 6, events=events), f"{emergency_room.__name__}:Emergency"

    def admit_one(day: emergency_room.Emergency, patients: int, doctors: int) -> None:
        room = day.world.spawn(emergency_room.EmergencyRoom(), Server(capacity=doctors))
        day.world.publish(emergency_room.Arrive(room))

    monkeypatch.setattr(emergency_room.Emergency, "setup", admit_one)
    error = tool("verify", path, place=place).err
    assert "the saved state of turn 120 differs; the setup differs:" in error
    assert "Server.arrived of room 2: recorded " in error
    (command,) = re.findall("look closer with: eventcore (.*)", error)
    assert command.endswith(" --turn 0")


@pytest.mark.parametrize("events", [True, False])
def test_verify_names_the_last_matching_turn_if_only_components_differ(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    path, place = tmp_path / "week.jsonl", f"{caravan.__name__}:Caravan"
    with caravan.Caravan.record(path, seed=4, events=events) as week:
        for _ in range(110):
            week.perform(caravan.Go, 1)

    def log_nothing(wagon: Any, lose: Any, world: World) -> None:
        pay(wagon, lose, world)
        if world.turn in (97, 98, 99):
            wagon.log.append("a line that no event contains")

    pay = caravan.Wagon.pay
    monkeypatch.setattr(caravan.Wagon, "pay", log_nothing)
    error = tool("verify", path, place=place).err
    assert "the state differs on turn 100 (line" in error
    # Without events, scheduled events may differ too. Only digests of the whole state cover them.
    assert ("but not on turn 90" in error) == events


@pytest.mark.parametrize("name", ["[1].jsonl", "[1]", '{"a": 1}', '["week.jsonl"]'])
def test_name_of_a_journal_is_not_read_as_json(
    tool: Command, week: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    week.rename(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    outcome = tool("verify", name)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"{name}: same: ")


def test_second_run_that_differs_is_found_if_asked_for(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = f"{caravans.__name__}:remembering"
    monkeypatch.setattr(caravans, "GONE", [])
    assert tool("verify", week, place=place).code == 0
    caravans.GONE.clear()
    outcome = tool("verify", week, "--twice", place=place)
    assert (outcome.code, outcome.out) == (1, "")
    assert "Travel #6: miles 23 or 22" in outcome.err
    assert f"eventcore explain {place} {week} --turn " in outcome.err
    assert tool("verify", week, "--twice").code == 0


@pytest.mark.slow
def test_verify_compares_runs_with_other_hash_seeds_on_request(
    tool: Command, tmp_path: Path
) -> None:
    place, path = f"{caravans.__name__}:foggy", tmp_path / "foggy.jsonl"
    with caravans.Foggy.record(path, seed=4) as foggy:
        foggy.perform(caravan.Go(20))
    assert tool("verify", path, place=place).code == 0
    outcome = tool("verify", path, "--hash-seeds", "2", place=place)
    assert (outcome.code, outcome.out) == (1, "")
    assert "two runs part on turn " in outcome.err


def test_hash_seed_check_rejects_simulations_other_processes_cannot_create(
    week: Path, snapshot: SnapshotAssertion
) -> None:
    own = Simulations(caravans.source_for, caravans.PLACE, own=True)
    with pytest.raises(UsageError) as caught:
        check(own, week, hash_seeds=2)
    assert str(caught.value) == snapshot


def test_recorded_state_lets_verify_name_the_differing_field_and_the_next_command(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With digests alone, the report names turns. With recorded states, it names the field."""
    (folder := tmp_path / "my week").mkdir()
    path = caravans.record(folder / "plain.jsonl", events=False, states=True)

    def closer() -> str:
        outcome = tool("verify", path)
        assert outcome.code == 1
        command = rf"eventcore explain {caravans.PLACE} '{path}' (.*)$"
        return str(re.findall(command, outcome.err, re.MULTILINE)[-1])

    with monkeypatch.context() as patches:
        patches.setattr(caravan.Wagon, "slow_down", lambda wagon, travel, world: None)
        assert closer() == "--turn 0-1"
        assert "Travel #1" in tool("explain", path, "--turn", "0-1").out
    roll_on = caravan.Wagon.roll_on

    def lose_a_mile(wagon: Any, travel: Any, world: World) -> None:
        roll_on(wagon, travel, world)
        wagon.miles -= world.turn == 5

    monkeypatch.setattr(caravan.Wagon, "roll_on", lose_a_mile)
    assert closer() == "--changes Wagon.miles --of 2"
    assert "Wagon.miles of wagon 2: 58 → 74 by Wagon.roll_on" in tool(
        "explain", path, "--changes", "Wagon.miles", "--of", "2"
    ).out  # fmt: skip


def test_handler_that_raises_points_to_its_line_and_to_the_command_that_shrinks_it(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pay(*_: Any) -> None:
        raise LookupError("no purse")

    line = pay.__code__.co_firstlineno + 1
    monkeypatch.setattr(caravan.Wagon, "pay", pay)
    outcome = tool("verify", week)
    assert outcome.code == 1
    assert f"eventcore shrink {caravans.PLACE} {week}" in outcome.err
    for command in ("verify", "explain --event Lose", "what-if --set silver=10"):
        name, *options = command.split()
        assert f" at tests/eventcore/tools/test_verify.py:{line}" in tool(name, week, *options).err


@pytest.mark.parametrize(
    "place",
    [
        "nowhere_at_all:source_for",
        "caravan",
        "examples.caravan:zzz",
        "examples.caravan:Wagon",
        "week.jsonl",
        *(
            f"{caravans.__name__}:{name}"
            for name in ("source_fro", "broken", "leaving", "no_source", "Guarded", "Convoy.sauce")
        ),
    ],
)  # fmt: skip
def test_place_that_makes_no_simulations_is_refused_in_one_line(
    tool: Command, week: Path, place: str, snapshot: SnapshotAssertion
) -> None:
    outcome = tool("verify", week, place=place)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert re.sub(r"\.py:\d+", ".py:<line>", outcome.err) == snapshot


@pytest.mark.parametrize(
    ("place", "hint"),
    [
        ("examples.emergency_room", "; did you mean examples.emergency_room:Emergency?"),
        ("examples/emergency_room.py", "; did you mean examples.emergency_room:Emergency?"),
        ("examples/emergency_room.py:Er", "; did you mean examples.emergency_room:Emergency?"),
        ("examples.emergency_room.Emergency", "; did you mean examples.emergency_room:Emergency?"),
        ("Emergency", ", such as my_module:Emergency"),
    ],
)
def test_error_for_a_malformed_place_states_the_expected_form(
    tool: Command, week: Path, place: str, hint: str
) -> None:
    said = tool("verify", week, place=place).err
    assert said == f"eventcore: {place!r} does not have the form module:Class{hint}\n"


@pytest.mark.parametrize("start", ["record('{0}', overwrite=True)", "resume('{0}')"])
def test_module_that_records_when_it_is_imported_cannot_replace_the_journal(
    tool: Command, week: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    path, recorded = tmp_path / "day.jsonl", week.read_bytes()
    path.write_bytes(recorded)
    lines = "from examples.caravan import Caravan as One", f"One.{start.format(path)}.close()"
    (tmp_path / "careless.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    said = tool("verify", path, place="careless:One").err
    assert f"{path}: this recording begins whenever its module is imported" in said
    assert said.endswith("careless.py:2\n")
    assert path.read_bytes() == recorded


def test_journal_of_another_game_is_rejected(
    tool: Command, tmp_path: Path, week: Path, snapshot: SnapshotAssertion
) -> None:
    other = week.read_bytes().replace(b'"game":"caravan"', b'"game":"convoy"')
    path = tmp_path / "other.jsonl"
    path.write_bytes(seal(other.splitlines(keepends=True)))
    outcome = tool("verify", path)
    assert outcome.code == 2
    assert outcome.err == snapshot


@pytest.mark.parametrize(
    ("name", "hint"),
    [("Simulation", "; did you mean examples.emergency_room:Emergency?"), ("", "")],
)
def test_simulation_of_the_journal_is_suggested_if_its_module_has_one(
    tool: Command, tmp_path: Path, name: str, hint: str
) -> None:
    path, module = tmp_path / "day.jsonl", emergency_room.__name__
    with emergency_room.Emergency.record(path, seed=1, patients=3) as day:
        day.run()
    place = f"{module}:{name}" if name else f"{caravan.__name__}:Caravan"
    said = tool("verify", path, place=place).err
    own = name or "caravan"
    assert said == f"eventcore: {path}: this is a journal of 'Emergency', not of {own!r}{hint}\n"


def test_many_journals_are_counted_and_a_folder_is_searched(
    tool: Command, tmp_path: Path, week: Path, played: list[Any], snapshot: SnapshotAssertion
) -> None:
    (folder := tmp_path / "weeks").mkdir()
    for name in ("b.jsonl", "a.jsonl"):
        caravans.record(folder / name, 20, 20)
    (folder / "notes.txt").write_text("none")
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(week.read_bytes()[:-9])
    played.clear()
    first = tool("verify", week, bad)
    assert (first.code, len(played)) == (2, 2 * 7)  # both journals have seven intact intents
    second = tool("verify", week, folder)
    assert second.code == 0
    assert first.shown + second.shown == snapshot
    (folder / "deeper.jsonl").mkdir()
    assert tool("verify", folder / "deeper.jsonl").code == 2


class Toll(caravan.Caravan):
    """A version of the caravan in which each intent draws an additional number."""

    version = "2"

    def act(self, intent: Any) -> Any:
        self.world.stream("toll").below(6)
        return super().act(intent)


def test_what_if_after_an_upgrade_names_the_lines_to_copy(tool: Command, tmp_path: Path) -> None:
    path, part, place = tmp_path / "week.jsonl", tmp_path / "part.jsonl", f"{__name__}:Toll"
    with caravan.Caravan.record(path, seed=4) as one:
        one.perform(caravan.Go, 12)
    with Toll.resume(path, upgrade=True) as two:
        two.perform(caravan.Go, 12)
    mute = ("--mute", "Bandits.lie_in_wait")
    outcome = tool("what-if", path, *mute, place=place)
    found = re.search("copy the first ([0-9]+) lines to a new file", outcome.err)
    assert found
    lines = path.read_bytes().splitlines(keepends=True)[: int(found[1])]
    part.write_bytes(b"".join(lines))
    assert tool("what-if", part, *mute, place=place).code == 0
