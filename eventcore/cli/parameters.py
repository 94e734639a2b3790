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

    from eventcore.component import Component
    from eventcore.tools import Simulations


def _simulations(_: Any, tokens: Sequence[Token]) -> Simulations:
    from eventcore.tools import Simulations

    return Simulations.of(tokens[0].value)


def _components(_: Any, tokens: Sequence[Token]) -> Sequence[type[Component]]:
    from eventcore.dispatch.order import rank_components
    from eventcore.errors import RegistrationError
    from eventcore.tools.opening import find
    from eventcore.tools.results import UsageError

    place = tokens[0].value
    found = find(place, "COMPONENTS")
    found = getattr(found, "__self__", found)  # accept Class.source, as the other commands do
    try:
        return [*rank_components(getattr(found, "components", found))]
    except RegistrationError as error:
        raise UsageError(
            f"{place}: {error}; name the class of a simulation, or a module with COMPONENTS"
        ) from None


if TYPE_CHECKING:
    Simulated = Simulations
    Ordered = Sequence[type[Component]]
else:

    def _named(converter, about):
        return Annotated[
            Any, Parameter(help=about, n_tokens=1, accepts_keys=False, converter=converter)
        ]

    Simulated = _named(
        _simulations,
        "The class of the simulation, as module:Class, or a function that takes a journal and "
        "returns a Source.",
    )
    Ordered = _named(
        _components,
        "The class of the simulation, as module:Class; a module with COMPONENTS; or a list of "
        "component classes, as module:name.",
    )
Recorded = Annotated[Path, Parameter(help="The journal; - means standard input.")]


def convert_strictly(kind: Any, tokens: Sequence[Token]) -> Any:
    """Convert the value of an option, but reject 1.5 for an int, which cyclopts would round."""
    from cyclopts import CoercionError, convert

    def leaf(kind: Any, text: str) -> Any:
        if kind is int and not re.fullmatch("[+-]?[0-9]{1,100}", text):
            raise CoercionError(msg=f"{short_repr(text)} is not a whole number")
        return convert(kind, [text])

    return convert(kind, tokens, leaf)
