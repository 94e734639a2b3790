"""The answer to a wrong name: which names may be meant, or all there are."""

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore.state.near_names import there_is

MANY = [f"Handler.number_{number}" for number in range(14)]


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("Mvoe", ["Attack", "Move", "Love"]),
        ("xyzzy", ["Move", "Attack", "Move"]),
        ("Mvoe", []),
        ("Tca", ["Tbc", "Tc", "Tac", "Tcb", "ca", "Act"]),
        ("xyzzy", MANY),
        ("xyzzy", MANY[:12]),
    ],
    ids=["near", "far", "none", "swapped", "many", "twelve"],
)
def test_near_names_are_given_or_all(
    name: str, names: list[str], snapshot: SnapshotAssertion
) -> None:
    assert there_is(name, names) == snapshot
