"""``bidden explain``: a turn of a journal, as a tree of causes."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bidden import intents
from bidden.components.movement.waiting import Waiting
from bidden.events.movement import Wait
from eventcore import World
from eventcore.journal import read_journal
from tests.bidden.recorded import record_intents
from tests.cli.conftest import Command
from tests.journals import seal

DIED = Path(__file__).parents[2] / "golden" / "journals" / "died.jsonl"
"""A game that was lost."""
LAST = str(read_journal(DIED).records[-1].turn)
"""The turn it was lost in."""


def test_a_turn_is_told_event_by_event_with_who_changed_what(bidden: Command) -> None:
    outcome = bidden("explain", DIED, "--turn", LAST)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0].startswith("Tick #")
    turned = [
        re.fullmatch(r"Guard\.turn_aside  strength (\d) → (\d)", one.strip()) for one in lines
    ]
    assert [int(one[1]) - int(one[2]) for one in turned if one] == [1]
    assert any(re.search(r"TakeDamage #\d+ skeleton → player: done", line) for line in lines)


def test_an_event_type_picks_its_events_with_their_causes(bidden: Command) -> None:
    lines = bidden("explain", DIED, "--turn", LAST, "--event", "Wound").out.splitlines()
    (marked,) = (line for line in lines if line.startswith("> "))
    assert "Wound #" in marked
    assert "TakeTurn #" in lines[0]
    assert not any("Tick #" in line for line in lines)


def test_a_number_picks_the_event_of_that_number(bidden: Command) -> None:
    wound = next(
        line.split("#")[1].split()[0]
        for line in bidden("explain", DIED, "--turn", LAST).out.splitlines()
        if "Wound #" in line
    )
    by_name = bidden("explain", DIED, "--turn", LAST, "--event", "Wound")
    assert bidden("explain", DIED, "--turn", LAST, "--event", wound) == by_name


def test_it_is_drawn_as_a_sequence_diagram(bidden: Command) -> None:
    outcome = bidden("explain", DIED, "--turn", LAST, "--mermaid")
    assert outcome.code == 0
    assert outcome.out.startswith("sequenceDiagram\n    participant e1 as world (1)\n")
    assert "TakeDamage" in outcome.out


def test_it_is_written_as_slices_for_a_viewer(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    outcome = bidden("explain", DIED, "--turn", LAST, "--chrome-trace", path)
    assert (outcome.code, outcome.err) == (0, "")
    slices = json.loads(path.read_bytes())["traceEvents"]
    die = next(entry for entry in slices if entry["name"].startswith("Die #"))
    hurt = next(entry for entry in slices[slices.index(die) :: -1] if "TakeDamage" in entry["name"])
    assert hurt["ts"] < die["ts"]
    assert die["ts"] + die["dur"] < hurt["ts"] + hurt["dur"]


def test_slices_of_several_turns_nest_or_follow_each_other(
    bidden: Command, journal: Path, tmp_path: Path
) -> None:
    path = tmp_path / "trace.json"
    assert bidden("explain", journal, "--turn", "2-9", "--chrome-trace", path).code == 0
    slices = json.loads(path.read_bytes())["traceEvents"]
    open_until: list[int] = []
    for one in sorted(slices, key=lambda each: (each["ts"], -each["dur"])):
        while open_until and open_until[-1] <= one["ts"]:
            open_until.pop()
        end = one["ts"] + one["dur"]
        assert not open_until or end <= open_until[-1]
        if one["cat"] == "event" and not one["args"]["cause"]:
            assert not open_until
        open_until.append(end)


def test_a_file_that_is_there_is_left_as_it_is_unless_forced(
    bidden: Command, refusal: Callable[..., str], tmp_path: Path
) -> None:
    journal = tmp_path / "game.jsonl"
    journal.write_bytes(DIED.read_bytes())
    arguments = ("explain", journal, "--turn", LAST, "--chrome-trace", journal)
    assert refusal(*arguments) == (
        f"{journal}: exists already; name another file, or replace it with --force"
    )
    assert journal.read_bytes() == DIED.read_bytes()
    assert bidden(*arguments, "--force").code == 0
    assert "traceEvents" in json.loads(journal.read_bytes())


def test_what_is_no_file_is_not_replaced(refusal: Callable[..., str], tmp_path: Path) -> None:
    arguments = ("explain", DIED, "--turn", LAST, "--chrome-trace", tmp_path, "--force")
    assert refusal(*arguments) == f"{tmp_path}: is no file, and is not replaced; name another"


def test_a_full_disk_leaves_what_was_there_and_nothing_beside_it(
    refusal: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "trace.json"
    path.write_text("mine")

    def full(self: Path, data: str, encoding: str) -> int:
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    said = refusal("explain", DIED, "--turn", LAST, "--chrome-trace", path, "--force")
    assert said == f"{path}: cannot be written: No space left on device"
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [
        ("trace.json", b"mine")
    ]


def test_a_turn_is_told_in_one_form_at_a_time(refusal: Callable[..., str], tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    said = refusal("explain", DIED, "--turn", LAST, "--mermaid", "--chrome-trace", path)
    assert said.startswith("--mermaid and --chrome-trace")
    assert "--chrome-trace" in refusal("explain", DIED, "--turn", LAST, "--force")
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--turn", "9999"], "nothing is recorded of turn 9999"),
        (["--turn", "-1"], "--turn -1: name a turn, as in 7, or the first and the last, 7-12"),
        (["--turn", "9" * 5000], "name a turn, as in 7, or the first and the last, 7-12"),
        (["--turn", LAST, "--event", "Dye"], f"turn {LAST} has no event 'Dye'; there is Die"),
        (["--turn", LAST, "--event", "\x1b[2J"], rf"turn {LAST} has no event '\x1b[2J'; there is "),
        (["--turn", LAST, "--chrome-trace", "/no/such/file"], "/no/such/file: cannot be written"),
    ],
)
def test_what_the_user_has_to_mend_is_one_line(
    refusal: Callable[..., str], arguments: list[str], reason: str
) -> None:
    said = refusal("explain", DIED, *arguments)
    assert reason in said
    assert "\x1b" not in said


def test_what_to_tell_of_must_be_named(refusal: Callable[..., str]) -> None:
    assert "--turn" in refusal("explain", DIED)


def test_a_journal_that_went_another_way_is_explained_with_a_warning(
    bidden: Command, tmp_path: Path
) -> None:
    lines = DIED.read_bytes().splitlines(keepends=True)
    lines = [line for line in lines if b'"kind":"events"' not in line]
    path = tmp_path / "forged.jsonl"
    path.write_bytes(seal([*lines[:20], *lines[21:]]))
    outcome = bidden("explain", path, "--turn", "22")
    assert outcome.code == 1
    assert "Tick #" in outcome.out
    (warning,) = outcome.err.splitlines()
    assert warning.startswith(f"bidden: {path}: differs first on turn ")
    assert warning.endswith(
        "; what is told from there on is of the replay, not of what was recorded, and the state "
        "may differ before it already"
    )


def test_the_turn_in_which_a_handler_raises_is_told_up_to_there(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record_intents(tmp_path / "game.jsonl", *[intents.Wait()] * 4, seed=3)

    def rest(part: Waiting, wait: Wait, world: World) -> None:
        if world.turn == 2:
            raise RuntimeError("no\x1b[2J\nmore")

    monkeypatch.setattr(Waiting, "let_time_pass", rest)
    outcome = bidden("explain", path, "--turn", 2)
    assert outcome.code == 1
    assert "Wait" in outcome.out.splitlines()[-1]
    assert "broken off by an error" in outcome.out.splitlines()[-1]
    said = f"bidden: {path}: raises on turn 2 (line 4): RuntimeError: no\\x1b[2J more (while"
    assert outcome.err.startswith(said)
    later = bidden("explain", path, "--turn", 4)
    assert (later.code, later.out, later.err) == (2, "", outcome.err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["export", "--to", "out.cast"],
        ["what-if", "--mute", "Guard.turn_aside"],
        ["what-if", "--set", "creatures.zombie.Health.hp=4"],
        ["verify"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_a_handler_that_raises_is_one_line_everywhere(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    path = record_intents(tmp_path / "game.jsonl", *[intents.Wait()] * 4, seed=3)

    def rest(part: Waiting, wait: Wait, world: World) -> None:
        raise RuntimeError("no\x1b[2J\nmore")

    monkeypatch.setattr(Waiting, "let_time_pass", rest)
    monkeypatch.chdir(tmp_path)
    command, *options = arguments
    outcome = bidden(command, path, *options)
    assert outcome.code in (1, 2)
    assert "RuntimeError: no\\x1b[2J more" in outcome.err
    assert len(outcome.err.splitlines()) == 1
