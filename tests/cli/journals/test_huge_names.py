"""Commands print readable output even if an untrusted journal contains huge names."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bidden.recording.player import JournalPlayer
from bidden.recording.playing import Play
from tests.bidden.recorded import TO_AND_FRO, record_intents
from tests.cli.conftest import Command, Show
from tests.journals import seal

HUGE = "\x1b[31m\n\u202e" + "many words " * 10_000
LONGEST = 1_000
MOST = 40_000

Lines = list[dict[str, Any]]
COMMANDS = """
verify FILE
explain FILE --turn 0-2
state FILE
what-if FILE --mute Guard.turn_aside
shrink FILE
replay FILE
morgue FILE
records FILE
export FILE --to picture.png --force
play --journal FILE
""".strip().splitlines()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "whole.jsonl"
    return record_intents(path, *TO_AND_FRO, events=True).read_bytes()


def header(**fields: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[0]["data"].update(fields)


def intent(**fields: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[2].update(fields)


def event(change: Callable[[dict[str, Any], list[Any]], object]) -> Callable[[Lines], None]:
    def of_first(lines: Lines) -> None:
        data = lines[3]["data"]
        change(data["fields"], data["rows"][0])

    return of_first


def rename_type(fields: dict[str, Any], row: list[Any]) -> None:
    fields[HUGE] = fields[row[0]]
    row[0] = HUGE


def upgrade(lines: Lines) -> None:
    changed = {**lines[0]["data"], "game": HUGE, "version": HUGE}
    data = {"header": changed, "position": 0, "turn": 0, "lost": 0, "state": HUGE}
    lines[2].update(type="upgrade", data=data)


FORGERIES: dict[str, Callable[[Lines], None]] = {
    "game": header(game=HUGE),
    "level": header(mods=[HUGE]),
    "mod": header(mods=[f"content:{HUGE} {HUGE}"]),
    "versions": header(engine=HUGE, content=HUGE, chains=HUGE, version=HUGE, code=HUGE),
    "names": header(names={"2": HUGE}),
    "intent": intent(type=HUGE),
    "field": intent(data={HUGE: 1}),
    "value": intent(data={"dx": HUGE}),
    "digest": intent(digest=HUGE),
    "state": intent(state=f"{HUGE} {HUGE}"),
    "kind": intent(kind=HUGE),
    "event": event(rename_type),
    "event-field": event(lambda fields, row: fields[row[0]].__setitem__(0, HUGE)),
    "event-value": event(lambda _, row: row.__setitem__(4, HUGE)),
    "reason": event(lambda fields, row: row.extend(("failed", HUGE))),
    "upgrade": upgrade,
}

QUICK = ("mod", "field", "event", "digest")
CHOSEN = [
    kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.slow) for kind in FORGERIES
]


@pytest.fixture
def screen(front_end: Show) -> list[str]:
    """Return the text on the screen after a journal has played to its end."""
    texts: list[str] = []

    def watch(player: JournalPlayer | Play) -> None:
        if isinstance(player, Play):
            texts.append(player.notice)
            return
        player.aim(player.length)
        while player.move_on():
            player.look_ahead()
        texts.extend([player.diverged, player.stopped, *(mark.text for mark in player.marks)])

    front_end(watch)
    return texts


@pytest.mark.parametrize("kind", CHOSEN)
def test_huge_names_in_a_journal_leave_every_output_short_and_printable(
    bidden: Command,
    screen: list[str],
    whole: bytes,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("whole.jsonl").write_bytes(whole)
    lines = [json.loads(line) for line in whole.splitlines()]
    FORGERIES[kind](lines)
    forged = seal(written(lines))
    for command in COMMANDS:
        screen.clear()
        journal = Path(f"{command.split()[0]}.jsonl")
        journal.write_bytes(forged)
        outcome = bidden(*command.replace("FILE", journal.name).split())
        shown = [*outcome.out.splitlines(), *outcome.err.splitlines(), *screen]
        assert outcome.code in (0, 1, 2)
        assert max(map(len, shown), default=0) <= LONGEST, command
        assert sum(map(len, shown)) <= MOST, command
        assert all(line.isprintable() for line in shown), command


def written(lines: Lines) -> Iterator[bytes]:
    for line in lines:
        body = {name: value for name, value in line.items() if name != "sum"}
        text = json.dumps({**body, "sum": "00000000"}, separators=(",", ":"), ensure_ascii=False)
        yield text.encode() + b"\n"
