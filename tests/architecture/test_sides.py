"""Whose side somebody is on is asked in one place: nothing else looks at the name of a side."""

import re
from pathlib import Path

GAME = Path(__file__).resolve().parents[2] / "game" / "bidden"
LOOKS = re.compile(r"\[Side\]|get\(Side\)")


def test_nothing_but_the_events_of_minds_compares_sides() -> None:
    found = {
        path.relative_to(GAME).as_posix()
        for path in GAME.rglob("*.py")
        if LOOKS.search(path.read_text("utf-8"))
    }
    # The rules of sway and of favour hand the side of somebody on, and compare nothing.
    handing_on = {"rules/magic/mind_control.py", "rules/run/favour.py"}
    assert found == {"events/minds.py"} | handing_on
