"""Digests of whole states: which are compared with which."""

from __future__ import annotations

import pytest

from eventcore.state.whole import digest_like, digest_of, states_differ


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        (digest_of(b"a"), digest_of(b"a"), False),
        (digest_of(b"a"), digest_of(b"b"), True),
        (digest_of(b"a"), digest_of(b"a") + " 0011", False),
        (digest_of(b"a"), "9c8c045159a40aa5", None),
        ("9c8c045159a40aa5", "9c8c045159a40aa5 0011", False),
        ("9c8c045159a40aa5", "bd52b68a00000000", True),
        (digest_of(b"a"), "", None),
    ],
)
def test_digests_of_one_form_are_compared(one: str, other: str, differ: bool | None) -> None:
    assert states_differ(one, other) is differ
    assert states_differ(other, one) is differ


SORTED = b'{"a":{"b":1,"c":[{"d":2,"e":1.5}]},"z":1180591620717411303424}'
AS_IT_IS = b'{"a":{"c":[{"e":1.5,"d":2}],"b":1},"z":1180591620717411303424}'


def test_digest_of_an_earlier_version_is_of_a_state_with_sorted_dicts() -> None:
    earlier = digest_of(SORTED).removeprefix("2:")
    for state in (SORTED, AS_IT_IS):
        assert states_differ(digest_like(earlier, state), earlier) is False
        assert states_differ(digest_like(earlier, state[:-2] + b"5}"), earlier) is True
    now = digest_of(AS_IT_IS)
    assert states_differ(digest_like(now, AS_IT_IS), now) is False
    assert states_differ(digest_like(now, SORTED), now) is True


def test_state_that_is_no_json_is_digested_as_it_is() -> None:
    earlier = digest_of(b"not json").removeprefix("2:")
    assert digest_like(earlier, b"not json") == earlier
    assert states_differ(digest_like(earlier, b"\xff"), earlier) is True
