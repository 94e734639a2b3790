"""What makes the simulations: named on a command line, or left out by a program of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import signature
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cyclopts import Parameter, Token

if TYPE_CHECKING:
    from eventcore.tools import Simulations

T = TypeVar("T")


def _found(_: Any, tokens: Sequence[Token]) -> Simulations:
    from eventcore.tools import Simulations, UsageError

    try:
        return Simulations.named(tokens[0].value)
    except UsageError as error:
        raise ValueError(str(error)) from None


if TYPE_CHECKING:
    Named = Simulations
else:
    Named = Annotated[Any, Parameter(converter=_found, n_tokens=1, accepts_keys=False)]
    """What makes the simulations, named on the command line."""


def bound(command: Callable[..., T], first: Callable[[], Any]) -> Callable[..., T]:
    """Return a command without its first parameter, for which it always gets the same.

    Args:
        command: The command.
        first: Returns the first argument, when the command is called.
    """

    def run(*arguments: Any, **options: Any) -> T:
        return command(first(), *arguments, **options)

    whole = signature(command, eval_str=True)
    rest = [*whole.parameters.values()][1:]
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {one.name: one.annotation for one in rest}
    run.__signature__ = whole.replace(parameters=rest)  # type: ignore[attr-defined]
    return run


@contextmanager
def working_folder_first() -> Iterator[None]:
    """Find modules in the working folder, as python -m does; it may hold the user's own."""
    sys.path.insert(0, "")
    try:
        yield
    finally:
        if "" in sys.path:
            sys.path.remove("")
