"""Shrinking keeps only the intents that are necessary, and always finds the same intents."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventcore import RaisedError
from eventcore.journal import Journal
from eventcore.replay.playback import Playback
from eventcore.replay.shrinking import Check, crash_of, record_again, shrink_list, up_to_crash
from eventcore.text import with_place
from tests.eventcore.worlds.tally import HEADER, Add, TallySimulation


def shortest(items: Sequence[Any], check: Check[Any]) -> list[Any]:
    return [*shrink_list(items, check)][-1]


def amounts(intents: Sequence[Add]) -> list[int]:
    return [intent.by for intent in intents]


@given(size=st.integers(1, 60), needed=st.sets(st.integers(0, 59), min_size=1, max_size=5))
def test_shrinking_keeps_only_the_needed_items(size: int, needed: set[int]) -> None:
    needed = {place % size for place in needed}

    def check(items: Sequence[int]) -> int:
        return max(items.index(place) for place in needed) + 1 if needed <= set(items) else 0

    assert shortest(range(size), check) == sorted(needed)


@given(items=st.lists(st.integers(0, 9), min_size=1, max_size=25), least=st.integers(1, 30))
def test_shortest_result_needs_every_item(items: list[int], least: int) -> None:
    def check(some: Sequence[int]) -> int:
        return len(some) if sum(some) >= least and sum(some) % 3 != 1 else 0

    if not check(items):
        return
    few = shortest(items, check)
    assert check(few)
    assert not any(check(few[:place] + few[place + 1 :]) for place in range(len(few)))
    assert few == shortest(items, check)


def test_shrinking_checks_each_list_only_once() -> None:
    seen: list[tuple[int, ...]] = []

    def check(items: Sequence[int]) -> int:
        seen.append(tuple(items))
        return len(items) if {3, 17} <= set(items) else 0

    found = [*shrink_list(range(30), check)]
    assert found[-1] == [3, 17]
    assert len(seen) == len(set(seen)) == len(found)


def test_crash_is_shrunk_to_the_intents_that_lead_to_it() -> None:
    intents = [Add(by) for by in (3, 1, 4, 1, 13, 9, 2, 6)]
    check = up_to_crash(TallySimulation, "ZeroDivisionError in Tally.add")
    assert amounts(shortest(intents, check)) == [13]


class Fragile(TallySimulation):
    """Raises OverflowError when 7 is added to a tally above 60."""

    def perform(self, intent: Add) -> object:
        if self.tally.total > 60 and intent.by == 7:
            raise OverflowError("too much")
        return super().perform(intent)


def test_shrinking_does_not_accept_a_different_crash() -> None:
    # After 30 and 61, Add(13) is refused. If either is removed, Add(13) raises a different error.
    intents = [Add(by) for by in (30, 61, 13, 7)]
    check = up_to_crash(Fragile, "OverflowError in Fragile.perform")
    assert amounts(shortest(intents, check)) == [61, 7]


def test_error_in_a_library_names_the_function_that_called_the_library() -> None:
    class Reading(TallySimulation):
        def perform(self, intent: Add) -> object:
            return json.loads("four")

    with pytest.raises(json.JSONDecodeError) as caught:
        Reading().perform(Add(4))
    assert crash_of(caught.value) == f"JSONDecodeError in {Reading.perform.__qualname__}"
    line = Reading.perform.__code__.co_firstlineno + 1
    assert with_place(caught.value).endswith(f"at tests/eventcore/replay/test_shrinking.py:{line}")


def test_intents_are_recorded_again_up_to_the_one_that_raises(tmp_path: Path) -> None:
    path = tmp_path / "few.jsonl"
    record_again(TallySimulation(), HEADER, [Add(1), Add(13), Add(2)], path)
    journal = Journal.read(path)
    assert [bytes(record.data) for record in journal.records] == [b'{"by":1}', b'{"by":13}']
    playback = Playback(TallySimulation(), journal)
    assert playback.step()
    with pytest.raises(RaisedError):
        playback.step()
    assert playback.divergence is None
