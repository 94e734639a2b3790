"""The cause of death and the killer are read from an epitaph."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.messages.epitaphs import cause_of, epitaph_of, killer_of


def test_cause_is_the_epitaph_without_its_turn(snapshot: SnapshotAssertion) -> None:
    told = epitaph_of("an orc", 12)
    assert (told, cause_of(told)) == snapshot
    assert told.startswith(cause_of(told))
    assert cause_of("Starved.") == "Starved"
    assert cause_of("") == ""


@pytest.mark.parametrize(
    ("epitaph", "killer"),
    [
        ("Killed by a falcon on turn 3932.", "falcon"),
        ("Killed by an orc on turn 3.", "orc"),
        ("Killed by the bond on turn 1210.", "bond"),
        ("Killed by Oleg the Bright, glutton champion on turn 4093.", "glutton champion"),
        ("Killed by spark on turn 3604.", "spark"),
        ("Starved on turn 12.", "Starved"),
    ],
)
def test_killer_is_read_from_an_epitaph(epitaph: str, killer: str) -> None:
    assert killer_of(epitaph) == killer
