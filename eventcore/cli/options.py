"""The option type for whole numbers, stricter than the parser's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token

_MOST_DIGITS = 100


def _whole(_: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise ValueError(f"{text!r} is no whole number")
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits is too large")
    return int(text)


Whole = Annotated[int, Parameter(converter=_whole)]
"""An option that takes a whole number; left to itself, cyclopts rounds 1.5 to 2."""
