"""Reading any file returns a Journal or raises JournalError, never another error.

The reader accepts only content that was written: wherever a file is altered, the bytes up to
``size`` are a prefix of the original.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import JournalError
from eventcore.journal import Journal
from tests.eventcore.journal.sample import HEARD, LINES, write
from tests.journals import seal
from tests.sampling import Tried, amount

pytestmark = pytest.mark.endurance

FUZZ = settings(max_examples=amount(100, 4_000), deadline=None)
INPUTS = "random inputs for the journal reader"

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@FUZZ
@given(field=st.sampled_from(["seq", "turn", "type", "v", "parent", "data", "digest"]), value=JSON)
def test_any_value_in_a_field_with_a_right_checksum_is_read_or_refused(
    folder: Path, tried: Tried, field: str, value: Any
) -> None:
    tried[INPUTS] += 1
    record = {**json.loads(LINES[2]), field: value}
    lines = [line.encode() for line in LINES]
    lines[2] = json.dumps(record).encode()
    journal = Journal.read(write(folder, seal(lines)))
    assert len(journal.records) in (1, 3)
    assert (journal.problem is None) == (len(journal.records) == 3)


EVENTS = (
    b'{"seq":4,"turn":0,"kind":"events","type":"events","v":1,"parent":null,"data":{"fields":'
    b'{"Stride":["by"]},"rows":[["Stride",4,0,3,2],["Stride",5,0,3,2]]}'
)
WITH_EVENTS = seal([HEARD, LINES[1].encode(), EVENTS, EVENTS])


def put(value: Any, where: tuple[str | int, ...]) -> bytes:
    """Return the line of events with the value at the given place replaced."""
    found = inner = json.loads(EVENTS + b"}")
    for step in where[:-1]:
        inner = inner[step]
    inner[where[-1]] = value
    return json.dumps(found).encode()[:-1]


PLACES: list[tuple[str | int, ...]] = [
    ("seq",),
    ("kind",),
    ("parent",),
    ("data",),
    ("data", "fields"),
    ("data", "fields", "Stride"),
    ("data", "fields", "Stride", 0),
    ("data", "rows"),
    ("data", "rows", 1),
    *(("data", "rows", 1, number) for number in range(5)),
]


@FUZZ
@given(where=st.sampled_from(PLACES), value=JSON)
def test_any_value_in_settled_events_is_read_or_refused(
    folder: Path, tried: Tried, where: tuple[str | int, ...], value: Any
) -> None:
    tried[INPUTS] += 1
    head, then = [HEARD, LINES[1].encode()], LINES[2].encode()
    content = seal([*head, EVENTS, put(value, where), then])
    journal = Journal.read(write(folder, content), events=True)
    if journal.problem is not None:
        assert [len(events) for events in journal.events] == [0, 0]
        return
    counts = [len(events) for events in journal.events]
    assert counts == [0, 4, 0]
    assert [event.data["by"] for event in journal.events[1][:2]] == [2, 2]


@FUZZ
@given(start=st.integers(0, len(WITH_EVENTS)), content=st.binary(max_size=60))
def test_altered_journal_with_events_is_read_up_to_a_record_or_refused(
    folder: Path, tried: Tried, start: int, content: bytes
) -> None:
    tried[INPUTS] += 1
    altered = WITH_EVENTS[:start] + content + WITH_EVENTS[start + 9 :]
    try:
        journal = Journal.read(write(folder, altered), events=True)
    except JournalError:
        return
    assert WITH_EVENTS.startswith(altered[: journal.size])
    assert len(journal.events) == len(journal.records) + 1
