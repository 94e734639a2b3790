"""Types for the parameters that several commands share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from eventcore.text import short_repr

if TYPE_CHECKING:
    from cyclopts import Token

    from eventcore.tools import Simulations


def _named(_: Any, tokens: Sequence[Token]) -> Simulations:
    from eventcore.tools import Simulations

    return Simulations.of(tokens[0].value)


if TYPE_CHECKING:
    Simulated = Simulations
else:
    Simulated = Annotated[
        Any,
        Parameter(
            converter=_named,
            n_tokens=1,
            accepts_keys=False,
            help="The class of the simulation, as module:Class, or a function that takes a "
            "journal and returns a Source.",
        ),
    ]
Recorded = Annotated[Path, Parameter(help="The journal; - is standard input.")]


def convert_strictly(kind: Any, tokens: Sequence[Token]) -> Any:
    """Convert the value of an option, but reject 1.5 for an int, which cyclopts would round."""
    from cyclopts import CoercionError, convert

    def leaf(kind: Any, text: str) -> Any:
        if kind is not int:
            return convert(kind, [text])
        if not re.fullmatch("[+-]?[0-9]{1,100}", text):
            raise CoercionError(msg=f"{short_repr(text)} is not a whole number")
        return int(text)

    return convert(kind, tokens, leaf)
