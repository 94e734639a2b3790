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
    # The rule of sway hands the natural side of a charmer on, and compares nothing.
    assert found == {"events/minds.py", "rules/magic/mind_control.py"}
