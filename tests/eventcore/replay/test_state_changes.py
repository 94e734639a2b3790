"""State changes: any state can be told by what differs from any other."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventcore import SaveError
from eventcore.replay.state_changes import changed, changes

PARTS = st.sampled_from([b"a", b"b", b",", b"\n", b"{1}"])
STATES = st.lists(PARTS, max_size=20).map(b"".join)


@given(old=STATES, new=STATES)
def test_state_comes_back_from_its_changes(old: bytes, new: bytes) -> None:
    assert changed(old, changes(old, new)) == new


@given(old=STATES, told=st.binary(max_size=40))
def test_arbitrary_changes_raise_nothing_but_save_errors(old: bytes, told: bytes) -> None:
    with suppress(SaveError):
        changed(old, told)


def test_equal_parts_are_told_by_their_place() -> None:
    assert changes(b"1,2,3,4,5", b"1,2,9,4,5") == b"0,0,2 1,3,2\n9"
    assert changes(b"0,a,0,b,0,c", b"0,a,7,b,0,c") == b"0,0,2 1,3,3\n7"  # those that go on
    assert changes(b"1,2,3,4,5", b"4,5,1,2") == b"0,3,2 0,0,2\n"


@pytest.mark.parametrize(
    "told", [b"0,1,9\n", b"2,0,0\nx", b"0,-1,1\n", b"-1,0,2\n", b"x\n", b"1,2\n"]
)
def test_part_that_is_not_there_is_not_taken(told: bytes) -> None:
    with pytest.raises(SaveError):
        changed(b"1,2,3", told)


def test_state_that_takes_the_same_again_and_again_is_refused() -> None:
    old = b"x" * 100_000 + b",y"
    with pytest.raises(SaveError):
        changed(old, b" ".join([b"0,0,2"] * 100) + b"\n")
