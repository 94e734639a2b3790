"""Any state can be told by what differs from any other; what tells of none is refused."""

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
def test_a_state_is_what_was_told_of_it(old: bytes, new: bytes) -> None:
    assert changed(old, changes(old, new)) == new


@given(old=STATES, told=st.binary(max_size=40))
def test_what_tells_of_no_state_is_refused_and_raises_nothing_else(old: bytes, told: bytes) -> None:
    with suppress(SaveError):
        changed(old, told)


def test_what_is_the_same_is_told_by_its_place() -> None:
    assert changes(b"1,2,3,4,5", b"1,2,9,4,5") == b"0,0,2 1,3,2\n9"
    assert changes(b"1,2,3,4,5", b"4,5,1,2") == b"0,3,2 0,0,2\n"


def test_of_parts_that_are_alike_those_that_go_on_are_taken() -> None:
    assert changes(b"0,a,0,b,0,c", b"0,a,7,b,0,c") == b"0,0,2 1,3,3\n7"


@pytest.mark.parametrize(
    "told", [b"0,1,9\n", b"2,0,0\nx", b"0,-1,1\n", b"-1,0,2\n", b"x\n", b"1,2\n"]
)
def test_what_is_not_there_is_not_taken(told: bytes) -> None:
    with pytest.raises(SaveError, match="no change of"):
        changed(b"1,2,3", told)


def test_a_state_that_takes_the_same_again_and_again_is_refused() -> None:
    old = b"x" * 100_000 + b",y"
    with pytest.raises(SaveError, match="too large"):
        changed(old, b" ".join([b"0,0,2"] * 100) + b"\n")
