"""Types and defaults of the options of the game's commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from cyclopts import Token

Frontend = Literal["terminal", "window"]
Told = Literal["map", "log", "prose"]

DEMO_TURNS: Final = 300
"""The turns that a bot plays in a demo."""
DEMO_BOT: Final = "explorer"
MOST_INTENTS: Final = 9_000
"""The intents after which a bot's run is abandoned."""
_MOST_DIGITS: Final = 100


def _whole(_: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise ValueError(f"{text!r} is not a whole number")
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits is too large")
    return int(text)


Whole = Annotated[int, Parameter(converter=_whole)]
"""A whole number: cyclopts itself would round 1.5 to 2."""
