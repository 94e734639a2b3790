"""The command line of the library: chains, the journal's schema, and the tools for journals.

Errors of the user are one line on stderr and exit code 2; ``run`` sees to that
for any command line built on it, the game's included.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from inspect import signature
from io import TextIOWrapper
from typing import Any

from cyclopts import App
from cyclopts.exceptions import CycloptsError

from eventcore import __version__
from eventcore.cli.charts import chain_mermaid, chain_table
from eventcore.cli.journals import COMMANDS, diff, explain, shrink, state, what_if
from eventcore.cli.options import Flag, Whole
from eventcore.cli.paper import Paper
from eventcore.cli.showing import show, warn
from eventcore.cli.simulations import bound, working_folder_first
from eventcore.cli.verifying import verify
from eventcore.cli.wording import help_for, said_of
from eventcore.component import Component, is_component
from eventcore.dispatch.order import plan_of_classes
from eventcore.errors import EventcoreError
from eventcore.event import Event, is_class_of, is_declared
from eventcore.journal.schema import schema_text
from eventcore.state.near_names import there_is
from eventcore.tools.results import UsageError, printable
from eventcore.world import World

__all__ = [
    "Flag",
    "Whole",
    "bound",
    "diff",
    "explain",
    "print_chain",
    "run",
    "show",
    "shrink",
    "state",
    "verify",
    "warn",
    "what_if",
]

USAGE = 2
"""The exit code for whatever the user has to mend."""
CUT_SHORT = 141
"""The exit code when nobody reads the output any more, as a shell gives for SIGPIPE."""


_PIPED_WIDTH = 200


def run(app: App, arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    What the user has to mend, journals included, is one line on stderr and code 2.
    """
    name = app.name[0]
    app.suppress_keyboard_interrupt = False  # it would be a SystemExit then
    app.console = Paper()
    _open_the_closed()
    # A file's name or a line of the game may hold what the encoding lacks.
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        result = app(
            list(arguments), exit_on_error=False, print_error=False, result_action="return_value"
        )
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has seen enough, as head does; there is nobody to tell.
        _write_to_nowhere()
        return CUT_SHORT
    except (CycloptsError, UsageError, EventcoreError) as error:
        said, hint = str(error), ""
        if isinstance(error, CycloptsError):
            said, hint = said_of(error), f" (try '{help_for(name, error)}')"
        text = printable(" ".join(said.split()))
        print(f"{name}: {text}{hint}", file=sys.stderr)
        return USAGE
    except OSError as error:
        _write_to_nowhere()
        reason = error.strerror or str(error)
        print(f"{name}: the output cannot be written: {reason}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


def _open_the_closed() -> None:
    """Give whoever closed a standard stream an empty one: Python has None there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  # for good


def _write_to_nowhere() -> None:
    """Drop what is still to be written, or Python fails at it once more as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_chain(components: Iterable[type[Component]], name: str, *, mermaid: bool) -> None:
    """Print the ordered handlers of an event type.

    Raises:
        UsageError: No event type has that name.
    """
    classes = list(components)
    plan = plan_of_classes(_find_event(name, classes), classes)
    if mermaid:
        print(chain_mermaid(plan), end="")
        return
    # Piped, a table is as wide as it is: nothing is cut for a terminal that is not there.
    Paper(None if sys.stdout.isatty() else _PIPED_WIDTH).print(chain_table(plan))


def _find_event(name: str, components: Sequence[type[Component]]) -> type[Event]:
    packages = {cls.__module__.partition(".")[0] for cls in components}
    found: dict[str, type[Event]] = {}
    heard = [h.kind for cls in components for h in cls._handlers_]
    for kind in [*heard, *_subclasses(Event)]:
        if is_declared(kind) and kind.__module__.partition(".")[0] in packages:
            found.setdefault(kind.__name__, kind)
    if name not in found:
        raise UsageError(f"there is no event {name!r}; {there_is(name, sorted(found))}")
    return found[name]


def _subclasses(kind: type[Event]) -> Iterable[type[Event]]:
    for cls in kind.__subclasses__():
        yield cls
        yield from _subclasses(cls)


def _load_components(target: str) -> Sequence[type[Component]]:
    """Find the component order of a package, or of ``module:attribute``."""
    module_name, _, attribute = target.partition(":")
    found: Any = _import(module_name)
    for part in (attribute or "COMPONENTS").split("."):
        found = _of_theirs(target, partial(getattr, found, part, None))
    if found is None:
        raise UsageError(
            f"{module_name!r} has no {attribute or 'COMPONENTS'!r}: name a sequence of component "
            "classes or a World, as in package.module:attribute"
        )
    if callable(found) and not isinstance(found, type):
        try:
            signature(found).bind()
        except (TypeError, ValueError) as error:
            raise UsageError(f"{target!r} cannot be called without arguments: {error}") from None
        found = _of_theirs(target, found)
    if isinstance(found, World):
        return found.components
    classes = _of_theirs(target, lambda: list(found)) if isinstance(found, Iterable) else []
    if not classes or not all(is_class_of(c, Component) and is_component(c) for c in classes):
        raise UsageError(
            f"{target!r} is no order of components: name a sequence of component classes, "
            "a World, or a function that returns one"
        )
    return classes


def _of_theirs(target: str, give: Callable[[], Any]) -> Any:
    """Give what a stranger's module gives, whatever that does.

    Raises:
        UsageError: The module raises, or ends the program.
    """
    try:
        return give()
    except (Exception, SystemExit) as error:
        raise UsageError(f"{target!r} raises {type(error).__name__}: {error}") from None


def _import(name: str) -> Any:
    try:
        return import_module(name)
    except (ImportError, SyntaxError, TypeError, ValueError) as error:
        raise UsageError(f"cannot import {name!r}: {error}") from None
    except (Exception, SystemExit) as error:  # whatever else a stranger's module does then
        raise UsageError(f"cannot import {name!r}: {type(error).__name__}: {error}") from None


def _chain(target: str, event: str, *, mermaid: Flag = False) -> None:
    """Print the ordered handlers of an event type, by role.

    Parameters
    ----------
    target:
        A package with COMPONENTS, or module:attribute naming a sequence of
        component classes, a World, or a function that returns one.
    event:
        The name of the event type.
    mermaid:
        Print a Mermaid flowchart instead of a table.
    """
    print_chain(_load_components(target), event, mermaid=mermaid)


def _schema() -> None:
    """Print the JSON Schema of a journal's lines."""
    print(schema_text(), end="")


def make_app() -> App:
    """Make the command line and its commands."""
    app = App(name="eventcore", version=__version__, help="Tools for simulations on eventcore.")
    app.command(_chain, name="chain")
    app.command(_schema, name="schema")
    for command in COMMANDS:
        app.command(command)
    return app


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    with working_folder_first():
        # A lone hyphen is an option to cyclopts; this is the same path.
        return run(make_app(), ["./-" if one == "-" else one for one in arguments])
