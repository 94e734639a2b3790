"""A simulation that is not deterministic is found by playing it in another process."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import attrs
import msgspec
import pytest

from eventcore.blame.elsewhere import Course, Elsewhere, Intents, intents_of, perform, source_named
from eventcore.blame.flicker import Flicker, find_flicker
from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.replay import Source
from eventcore.replay.segments import verify_segments
from tests.eventcore.worlds import tally
from tests.eventcore.worlds.flickering import made

AMOUNTS = [3, 1, 4, 1, 5, 9, 2, 6]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return tally.record(tmp_path / "tally.jsonl", AMOUNTS)


def found(journal: Journal, source: Source) -> Flicker | None:
    (segment,) = verify_segments(source, journal)
    assert not segment.same
    return find_flicker(source, journal, segment)


def performed(elsewhere: Elsewhere, intents: Intents) -> Course:
    elsewhere.ask(intents)
    return elsewhere.answer(0)


def children() -> set[int]:
    """Return the processes that this one has started."""
    me = os.getpid()
    return {int(number) for number in Path(f"/proc/{me}/task/{me}/children").read_text().split()}


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
def test_two_runs_that_part_are_found_with_turn_and_handler(
    journal: Journal, kind: str, turn: int, handler: str
) -> None:
    flicker = found(journal, made(kind))
    assert flicker is not None
    assert (flicker.turn, flicker.line, flicker.handler) == (turn, turn + 2, handler)


def test_runs_that_do_not_part_have_no_flicker(journal: Journal) -> None:
    assert found(journal, made("changed")) is None  # other rules, but the same each time
    assert found(journal, attrs.evolve(made("timed"), made_by="")) is None  # unknown elsewhere


def test_another_process_plays_the_same_with_another_hash_seed(journal: Journal) -> None:
    source = source_named("tests.eventcore.worlds.flickering:healthy", journal)
    intents = intents_of(journal.records[:-1], since=6, detail=True)
    here = perform(source, intents)
    with Elsewhere(source.made_by, journal.header, "1") as elsewhere:
        there = performed(elsewhere, intents)
        again = performed(elsewhere, intents)
    assert there == again
    assert (there.digests, there.states, there.raised) == (here.digests, here.states, "")
    assert bytes(there.state) == bytes(here.state)
    assert here.states[:6] == [""] * 6  # states are compared from there on
    assert msgspec.to_builtins(there.events[0])["data"]["by"] == AMOUNTS[-1]


@pytest.mark.parametrize("name", ["healthy", "refused"])
def test_process_that_cannot_play_is_an_error(journal: Journal, name: str) -> None:
    intents = intents_of(journal.records[:1]) if name == "refused" else Intents([], state="?")
    made_by = f"tests.eventcore.worlds.flickering:{name}"
    with Elsewhere(made_by, journal.header, "1") as elsewhere, pytest.raises(JournalError):
        performed(elsewhere, intents)


def test_process_that_was_killed_is_an_error(journal: Journal) -> None:
    before = children()
    with Elsewhere("no.such:thing", journal.header, "1") as elsewhere:
        (number,) = children() - before
        os.kill(number, signal.SIGKILL)
        with pytest.raises(JournalError):
            performed(elsewhere, intents_of(journal.records[:1]))


@pytest.mark.slow
def test_another_process_ends_with_the_one_that_asks_it(tmp_path: Path) -> None:
    asking = tmp_path / "asking.py"
    asking.write_text(
        "import time\n"
        "from eventcore.blame.elsewhere import Elsewhere\n"
        "from eventcore.journal import Header\n"
        "from tests.eventcore.blame.test_flicker import children\n"
        "header = Header('tally', '', 7, content='', chains='')\n"
        "before = children()\n"
        "one = Elsewhere('tests.eventcore.worlds.flickering:healthy', header, '1')\n"
        "print(*children() - before, flush=True)\n"
        "time.sleep(60)\n",
        "utf-8",
    )
    with subprocess.Popen([sys.executable, asking], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        other = int(process.stdout.readline())
        process.kill()
    for _ in range(100):
        if not Path(f"/proc/{other}").exists() or "Z" in Path(f"/proc/{other}/stat").read_text():
            return
        time.sleep(0.1)
    raise AssertionError(f"{other} goes on")
