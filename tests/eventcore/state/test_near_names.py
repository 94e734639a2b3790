"""What is said to a wrong name: what may be meant, or all there is."""

import pytest

from eventcore.state.near_names import there_is

MANY = [f"Handler.number_{number}" for number in range(14)]


@pytest.mark.parametrize(
    ("name", "names", "said"),
    [
        ("Mvoe", ["Attack", "Move", "Love"], "there is Move, Love"),
        ("xyzzy", ["Move", "Attack", "Move"], "there is Move, Attack"),
        ("Mvoe", [], "there is none"),
        ("Tca", ["Tbc", "Tc", "Tac", "Tcb", "ca", "Act"], "there is Tac, ca, Tc"),
        ("xyzzy", MANY, f"there is {', '.join(MANY[:12])} and 2 more"),
        ("xyzzy", MANY[:12], f"there is {', '.join(MANY[:12])}"),
    ],
    ids=["near", "far", "none", "swapped", "many", "twelve"],
)
def test_names_that_are_near_are_told_or_all_there_are(
    name: str, names: list[str], said: str
) -> None:
    assert there_is(name, names) == said
