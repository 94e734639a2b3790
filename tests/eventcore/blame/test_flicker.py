"""Whether two runs go the same way: one of them in another process, with another hash seed."""

import os
import signal
from pathlib import Path

import attrs
import msgspec
import pytest

from eventcore.blame.elsewhere import Elsewhere, Intents, intents_of, perform, source_named
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


def test_the_order_of_a_set_in_the_state_is_found_with_who_wrote_it(journal: Journal) -> None:
    flicker = found(journal, made("hashing"))
    assert flicker is not None
    assert str(flicker).startswith(
        "not deterministic: two runs part on turn 2 (line 4): entities[2].Hashing.words["
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
    with Elsewhere(source.made_by, journal.header) as elsewhere:
        there = elsewhere.perform(intents)
        again = elsewhere.perform(intents)
    assert there == again
    assert (there.digests, there.states, there.raised) == (here.digests, here.states, "")
    assert bytes(there.state) == bytes(here.state)
    assert msgspec.to_builtins(there.events[0])["data"]["by"] == AMOUNTS[-1]


def test_what_is_no_state_to_begin_from_is_said(journal: Journal) -> None:
    with (
        Elsewhere(made("healthy").made_by, journal.header) as elsewhere,
        pytest.raises(JournalError, match="SaveError: this is no saved state"),
    ):
        elsewhere.perform(Intents([], state="?"))


def test_what_the_other_process_cannot_make_is_said(journal: Journal) -> None:
    made_by = "tests.eventcore.worlds.flickering:refused"
    intents = intents_of(journal.records[:1])
    with (
        Elsewhere(made_by, journal.header) as elsewhere,
        pytest.raises(JournalError, match=r"perform them: .JournalError: not this one"),
    ):
        elsewhere.perform(intents)


def test_a_process_that_was_killed_is_said_to_have_ended(journal: Journal) -> None:
    intents = intents_of(journal.records[:1])
    with Elsewhere("no.such:thing", journal.header) as elsewhere:
        os.kill(elsewhere._process.pid, signal.SIGKILL)
        elsewhere._process.wait()
        with pytest.raises(JournalError, match="it has ended"):
            elsewhere.perform(intents)


def test_a_source_is_named_by_its_module_and_callable(journal: Journal) -> None:
    source = source_named("tests.eventcore.worlds.flickering:timed", journal)
    assert source.made_by == made("timed").made_by
