"""Kinds of option that commands have, stricter than what they are left to otherwise."""

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

_MOST_PORT = 65_535


def _port(kind: Any, tokens: Sequence[Token]) -> int:
    number = _whole(kind, tokens)
    if not 0 <= number <= _MOST_PORT:
        raise ValueError(f"{number} is not a port: choose 1 to {_MOST_PORT}, or 0 for a free one")
    return number


Port = Annotated[int, Parameter(converter=_port)]
"""An option that takes the number of a port."""

Flag = Annotated[bool, Parameter(negative=())]
"""An option that takes no value, and has no opposite."""
