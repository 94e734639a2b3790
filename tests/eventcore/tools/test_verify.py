"""``eventcore verify``: any simulation's journals, one or many, gone on with after an interrupt."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from eventcore import World
from eventcore.journal import JournalWriter
from eventcore.replay import Recorder
from examples import caravan
from tests.cli.process import ROOT, UNMEASURED, env
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command
from tests.journals import seal


def test_a_journal_that_replays_the_same_exits_0(tool: Command, week: Path) -> None:
    outcome = tool("verify", week)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"{week}: same: 8 records, 9 events, 7 turns, ")


def test_one_of_a_thing_is_told_in_the_singular(tool: Command, tmp_path: Path) -> None:
    one, path = caravans.Caravan(1), tmp_path / "day.jsonl"
    recorder = Recorder(one, JournalWriter.create(path, one.header))
    recorder.perform(caravan.Go(20))
    recorder.writer.close()
    assert f"{path}: same: 1 record, 1 turn, " in tool("verify", path).out


def test_no_more_is_needed_than_a_way_to_make_and_restore_one(tool: Command, week: Path) -> None:
    assert tool("verify", week, place=f"{caravans.__name__}:bare").code == 0


def test_what_differs_is_told_by_the_names_of_things(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rob_the_world(rule: Any, travel: Any, world: World) -> None:
        road = world.stream("road")
        if road.chance(1, 4):
            world.publish(caravan.Lose(world.root, world[3], road.roll(1, 20)))

    monkeypatch.setattr(caravan.Bandits, "lie_in_wait", rob_the_world)
    outcome = tool("verify", week)
    assert (outcome.code, outcome.out) == (1, "")
    assert "Lose #3" in outcome.err
    assert "target wagon 2 recorded, cargo 3 replayed" in outcome.err


def test_without_events_the_state_kept_names_what_differs(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = caravans.record(tmp_path / "plain.jsonl", events=False, states=True)

    def pay_twice(wagon: Any, lose: Any, world: World) -> None:
        wagon.silver -= 2 * lose.silver
        lose.silver += 0 if world.turn < 3 else 1

    monkeypatch.setattr(caravan.Wagon, "pay", pay_twice)
    outcome = tool("verify", path)
    assert outcome.code == 1
    assert "Wagon.silver of wagon 2" in outcome.err
    assert "entities[" not in outcome.err


def test_the_last_line_is_the_command_that_looks_closer(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a digest it is of the turns of the intent before, of a state it is of the field."""
    (folder := tmp_path / "my week").mkdir()
    path = caravans.record(folder / "plain.jsonl", events=False, states=True)

    def closer() -> str:
        said, _, command = tool("verify", path).err.splitlines()[-1].partition(": ")
        assert said == "  look closer with"
        assert command.startswith(f"eventcore explain {caravans.PLACE} '{path}' ")
        return command.partition(f"'{path}' ")[2]

    with monkeypatch.context() as patches:
        patches.setattr(caravan.Wagon, "slow_down", lambda wagon, travel, world: None)
        assert closer() == "--turn 1"
        assert "Travel #1" in tool("explain", path, "--turn", "1").out
    roll_on = caravan.Wagon.roll_on

    def lose_a_mile(wagon: Any, travel: Any, world: World) -> None:
        roll_on(wagon, travel, world)
        wagon.miles -= world.turn == 5

    monkeypatch.setattr(caravan.Wagon, "roll_on", lose_a_mile)
    assert closer() == "--changes Wagon.miles --of 2"
    changes = tool("explain", path, "--changes", "Wagon.miles", "--of", "2")
    assert "turn 5  Wagon.miles of wagon 2" in changes.out


def test_a_handler_that_raises_points_to_the_tool_that_shrinks_it(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caravan.Wagon, "pay", lambda *_: 1 / 0)
    outcome = tool("verify", week)
    assert outcome.code == 1
    assert f"; the fewest intents that raise it, finds: eventcore shrink {caravans.PLACE} " in (
        outcome.err
    )


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("nowhere_at_all:source_for", "nowhere_at_all cannot be imported: ModuleNotFoundError"),
        ("caravan", "'caravan' is not of the form package.module:callable"),
        (
            f"{caravans.__name__}:source_fro",
            "has no callable 'source_fro'; there is source_for",
        ),
        ("examples.caravan:zzz", "has no callable 'zzz'; there is Travel, Lose, WhatIsCarried, "),
        (f"{caravans.__name__}:broken", ":broken: raises LookupError: no caravans today"),
        (f"{caravans.__name__}:twice", ":twice: raises RegistrationError: component"),
        (f"{caravans.__name__}:leaving", ":leaving: raises SystemExit: bye"),
        (f"{caravans.__name__}:moody", ":moody: raises RuntimeError: not today"),
        (f"{caravans.__name__}:no_source", ":no_source gives a int, not a Source"),
        (f"{caravans.__name__}:Guarded", "name a function that takes a journal"),
        (f"{caravans.__name__}:Unrestored", "make it a class method"),
        ("examples.caravan:Wagon", "is a class without perform, encode, decode, save and restore"),
        (f"{caravans.__name__}:Convoy.sauce", "Convoy has no callable 'sauce'; there is source"),
        (f"{caravans.__name__}:name.source", "name has no callable 'source'"),
        ("week.jsonl", "is a file: what makes its simulations comes first"),
    ],
    ids=[
        "module",
        "shape",
        "name",
        "own",
        "raises",
        "unfit",
        "exits",
        "moody",
        "kind",
        "class of more",
        "class restored in place",
        "class of another thing",
        "method",
        "within a function",
        "journal",
    ],
)
def test_what_makes_no_simulations_is_one_line(
    tool: Command, week: Path, place: str, said: str
) -> None:
    outcome = tool("verify", week, place=place)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert said in outcome.err


@pytest.mark.parametrize("name", ["Convoy", "Convoy.source"])
def test_a_class_or_its_method_makes_simulations(tool: Command, week: Path, name: str) -> None:
    place = f"{caravans.__name__}:{name}"
    for words in (("verify", week), ("diff", week, week), ("explain", week, "--turn", 2)):
        outcome = tool(*words, place=place)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out


def test_a_journal_of_another_game_is_refused(tool: Command, tmp_path: Path, week: Path) -> None:
    other = week.read_bytes().replace(b'"game":"caravan"', b'"game":"convoy"')
    path = tmp_path / "other.jsonl"
    path.write_bytes(seal(other.splitlines(keepends=True)))
    outcome = tool("verify", path)
    assert (outcome.code, outcome.err) == (
        2, f"eventcore: {path}: is a journal of 'convoy', not of 'caravan'\n"
    )  # fmt: skip


def test_those_that_were_the_same_are_not_checked_again(
    tool: Command, tmp_path: Path, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, results = caravans.record(tmp_path / "two.jsonl", 20, 20), tmp_path / "results.jsonl"
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(week.read_bytes()[:-9])
    first = tool("verify", week, bad, "--results", results)
    assert (first.code, first.lines[-1]) == (
        2, "2 journals: 1 the same, 0 diverged, 1 not readable"
    )  # fmt: skip
    played = list[str]()
    monkeypatch.setattr(caravan.Caravan, "perform", _counting(played))
    second = tool("verify", week, bad, other, "--results", results)
    assert second.lines[-1] == (
        "3 journals: 2 the same, 0 diverged, 1 not readable, 1 of them as checked before"
    )
    assert not any(line.startswith(f"{week}: ") for line in second.lines)
    assert len(played) == 2 + 7  # the other one, and what is whole of the bad one
    week.write_bytes(other.read_bytes())  # known by its content, whatever its name
    assert "2 of them as checked before" in tool("verify", week, other, "--results", results).out


def _counting(played: list[str]) -> Any:
    perform = caravan.Caravan.perform

    def count(one: Any, intent: Any) -> Any:
        played.append(type(intent).__name__)
        return perform(one, intent)

    return count


def test_results_of_other_rules_count_for_nothing(
    tool: Command, tmp_path: Path, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "results.jsonl"
    assert tool("verify", week, "--results", results).code == 0
    monkeypatch.setattr(caravan, "handlers_fingerprint", lambda components: "others")
    assert f"{week}: same: " in tool("verify", week, "--results", results).out
    rules = [json.loads(line)["rules"] for line in results.read_text().splitlines()]
    assert ["others" in one.split() for one in rules] == [False, True]


def test_a_file_of_results_that_was_cut_short_is_gone_on_with(
    tool: Command, tmp_path: Path, week: Path
) -> None:
    results = tmp_path / "results.jsonl"
    results.write_text('{"content":"ab')
    assert tool("verify", week, "--results", results).code == 0
    assert "0 of" not in tool("verify", week, week, "--results", results).out
    assert "2 of them as checked before" in tool("verify", week, week, "--results", results).out
    results.write_text("something else\n")
    outcome = tool("verify", week, "--results", results)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "is no file of results" in outcome.err


@pytest.mark.slow
def test_an_interrupt_tells_how_far_it_was(week: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "eventcore", "verify", caravans.PLACE, *[str(week)] * 5000],
        cwd=ROOT,
        env=env({"PYTHONUNBUFFERED": "1"}, but=UNMEASURED),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    *_, last = out.splitlines()
    assert last.startswith("interrupted: ")
    assert " of 5000 journals: " in last
    assert last.endswith(" the same, 0 diverged, 0 not readable")


def test_a_folder_stands_for_the_journals_in_it(tool: Command, tmp_path: Path) -> None:
    (folder := tmp_path / "weeks").mkdir()
    for name in ("b.jsonl", "a.jsonl"):
        caravans.record(folder / name, 20, 20)
    (folder / "notes.txt").write_text("none")
    (folder / "deeper.jsonl").mkdir()
    outcome = tool("verify", folder)
    assert outcome.code == 0
    assert [line.split(": ")[0] for line in outcome.out.splitlines()] == [
        str(folder / "a.jsonl"),
        str(folder / "b.jsonl"),
        "2 journals",
    ]
    outcome = tool("verify", folder / "deeper.jsonl")
    assert outcome.code == 2
    assert "holds no journals" in outcome.err
