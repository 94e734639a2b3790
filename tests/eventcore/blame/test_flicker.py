"""Whether two runs go the same way: one of them in another process, with another hash seed."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import attrs
import msgspec
import pytest

from eventcore.blame.elsewhere import (
    Course,
    Elsewhere,
    Intents,
    intents_of,
    perform,
    source_named,
)
from eventcore.blame.flicker import Flicker, find_flicker
from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.replay import Source, verify_segments
from tests.eventcore.worlds import tally
from tests.eventcore.worlds.flickering import made

AMOUNTS = [3, 1, 4, 1, 5, 9, 2, 6]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """A tally, recorded as it should be."""
    return tally.record(tmp_path / "tally.jsonl", AMOUNTS)


def found(journal: Journal, source: Source) -> Flicker | None:
    (segment,) = verify_segments(source, journal)
    assert not segment.same
    return find_flicker(source, journal, segment)


def performed(elsewhere: Elsewhere, intents: Intents) -> Course:
    elsewhere.ask(intents)
    return elsewhere.answer(0)


def test_the_order_of_a_set_in_the_state_is_found_with_who_wrote_it(journal: Journal) -> None:
    flicker = found(journal, made("hashing"))
    assert flicker is not None
    assert str(flicker).startswith(
        "not deterministic: two runs part on turn 2 (line 4): Hashing.words["
    )
    assert str(flicker).endswith(", by Hashing.add")


@pytest.mark.parametrize(("kind", "handler"), [("gambling", "Gambler.add"), ("timed", "Timed.add")])
def test_chance_and_a_clock_in_an_event_are_found_with_who_wrote_it(
    journal: Journal, kind: str, handler: str
) -> None:
    flicker = found(journal, made(kind))
    assert flicker is not None
    assert (flicker.turn, flicker.line, flicker.handler) == (0, 2, handler)
    assert flicker.what.startswith("Count #1: added ")


def test_what_is_mostly_the_same_by_chance_is_found_and_named(tmp_path: Path) -> None:
    journal = tally.record(tmp_path / "long.jsonl", [0] * 40)
    flicker = found(journal, made("rarely"))
    assert flicker is not None
    assert flicker.what.split(": ")[1] in ("added 0 or 1", "added 1 or 0")
    assert flicker.handler == "Rarely.add"


def test_what_only_one_of_the_two_raises_is_told(journal: Journal) -> None:
    flicker = found(journal, made("elsewhere"))
    assert flicker is not None
    assert flicker.handler == ""
    assert flicker.what == "one raises ZeroDivisionError in Elsewhere.add, the other does not"


def test_rules_that_are_only_other_ones_go_the_same_way_twice(journal: Journal) -> None:
    assert found(journal, made("changed")) is None


def test_of_a_source_that_no_other_process_can_make_nothing_is_known(journal: Journal) -> None:
    assert found(journal, attrs.evolve(made("timed"), made_by="")) is None


def test_a_segment_that_is_the_same_has_no_flicker(journal: Journal) -> None:
    (segment,) = verify_segments(made("healthy"), journal)
    assert find_flicker(made("healthy"), journal, segment) is None


def test_another_process_does_what_this_one_does_and_with_another_hash_seed(
    journal: Journal,
) -> None:
    source = made("healthy")
    intents = intents_of(journal.records[:-1], since=6, detail=True)
    here = perform(source, intents)
    assert here.states[:6] == [""] * 6
    assert [event.type for event in here.events] == ["Count"]
    with Elsewhere(source.made_by, journal.header, "1") as elsewhere:
        there = performed(elsewhere, intents)
        again = performed(elsewhere, intents)
    assert there == again
    assert (there.digests, there.states, there.raised) == (here.digests, here.states, "")
    assert bytes(there.state) == bytes(here.state)
    assert msgspec.to_builtins(there.events[0])["data"]["by"] == AMOUNTS[-1]


def test_what_is_no_state_to_begin_from_is_said(journal: Journal) -> None:
    with (
        Elsewhere(made("healthy").made_by, journal.header, "1") as elsewhere,
        pytest.raises(JournalError, match="SaveError: this is no saved state"),
    ):
        performed(elsewhere, Intents([], state="?"))


def test_what_the_other_process_cannot_make_is_said(journal: Journal) -> None:
    made_by = "tests.eventcore.worlds.flickering:refused"
    intents = intents_of(journal.records[:1])
    with (
        Elsewhere(made_by, journal.header, "1") as elsewhere,
        pytest.raises(JournalError, match=r"perform them: .JournalError: not this one"),
    ):
        performed(elsewhere, intents)


def test_a_process_that_was_killed_is_said_to_have_ended(journal: Journal) -> None:
    intents = intents_of(journal.records[:1])
    with Elsewhere("no.such:thing", journal.header, "1") as elsewhere:
        os.kill(elsewhere._process.pid, signal.SIGKILL)
        elsewhere._process.wait()
        with pytest.raises(JournalError, match="it ended"):
            performed(elsewhere, intents)


def test_a_source_is_named_by_its_module_and_callable(journal: Journal) -> None:
    source = source_named("tests.eventcore.worlds.flickering:timed", journal)
    assert source.made_by == made("timed").made_by


def test_the_order_of_two_things_is_another_in_one_of_some_processes(journal: Journal) -> None:
    flicker = found(journal, made("either"))
    assert flicker is not None
    assert flicker.handler == "Either.add"


def test_who_schedules_something_for_another_time_is_named(journal: Journal) -> None:
    flicker = found(journal, made("patient"))
    assert flicker is not None
    assert flicker.what.startswith("the scheduled Count: due at 1")
    assert (flicker.turn, flicker.handler) == (0, "Patient.add")


def test_another_process_ends_with_the_one_that_asks_it(tmp_path: Path) -> None:
    asking = tmp_path / "asking.py"
    asking.write_text(
        "import time\n"
        "from eventcore.blame.elsewhere import Elsewhere\n"
        "from eventcore.journal import Header\n"
        "header = Header('tally', '', 7, content='', chains='')\n"
        "one = Elsewhere('tests.eventcore.worlds.flickering:healthy', header, '1')\n"
        "print(one._process.pid, flush=True)\n"
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


def test_whoever_takes_far_too_long_is_ended(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eventcore.blame.elsewhere._PATIENCE", 0.0)
    with Elsewhere(made("healthy").made_by, journal.header, "1") as elsewhere:
        elsewhere.ask(intents_of(journal.records[:1] * 20_000))
        with pytest.raises(JournalError, match="it ended, or gave no answer within 0 s"):
            elsewhere.answer(0.0)


def test_an_interrupt_leaves_nothing_that_waits(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted:
        def readline(self) -> bytes:
            raise KeyboardInterrupt

    with Elsewhere(made("healthy").made_by, journal.header, "1") as elsewhere:
        monkeypatch.setattr(elsewhere._process, "stdout", Interrupted())
        with pytest.raises(KeyboardInterrupt):
            elsewhere.answer(0.0)
        monkeypatch.undo()
    waiting = [one for one in threading.enumerate() if isinstance(one, threading.Timer)]
    for one in waiting:
        one.join(10)  # one that was cancelled ends as soon as it is its turn
    assert not [one for one in waiting if one.is_alive()]
