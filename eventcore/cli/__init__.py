"""The command line of the library: chains, the journal's schema, and the tools for journals.

An error of the user is one line on stderr and exit code 2, in any command line that ``run`` runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from types import FunctionType
from typing import TYPE_CHECKING, Any

from cyclopts import (
    App,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from eventcore import EventcoreError
from eventcore.cli.commands import journal_commands, make_app, working_folder_first
from eventcore.cli.paper import Paper, unwrapped
from eventcore.serving import begin_served, is_served, serve
from eventcore.text import terminal_line, there_is

if TYPE_CHECKING:
    from eventcore.cli.progress import run_jobs

__all__ = ["journal_commands", "run", "run_jobs", "serve"]

USAGE = 2
"""The exit code for an error that the user can correct."""
CUT_SHORT = 141
"""The exit code if nobody reads the output any more, as a shell returns for SIGPIPE."""


def __getattr__(name: str) -> Any:
    """Import ``run_jobs`` when it is used: help is printed without it."""
    if name != "run_jobs":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from eventcore.cli.progress import run_jobs

    return run_jobs


def run(app: App, arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    An error that the user can correct, such as a damaged journal, is one line on stderr and code 2.
    If the error has ``others``, each is a line too.
    """
    name = app.name[0]
    if is_served():
        begin_served()
    _unwrap(app)
    app.suppress_keyboard_interrupt = False  # it would be a SystemExit then
    app.console = Paper()
    _open_the_closed()
    # A file's name or a line of the game may hold what the encoding lacks.
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        result = app(
            # cyclopts takes a lone hyphen for an option; this is the same path.
            ["./-" if argument == "-" else argument for argument in arguments],
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough, as head does.
        _write_to_nowhere()
        return CUT_SHORT
    except _user_errors() as error:
        said, hint = str(error), ""
        if isinstance(error, CycloptsError):
            command = " ".join([name, *(error.command_chain or ())])
            said, hint = _said_of(error), f" (try '{command} --help')"
        for line in (said, *map(str, getattr(error, "others", ()))):
            text = terminal_line(" ".join(line.split()))
            print(f"{name}: {text}{hint}", file=sys.stderr)
        return USAGE
    except OSError as error:
        _write_to_nowhere()
        where = "the output cannot be written" if error.filename is None else error.filename
        said = terminal_line(f"{where}: {error.strerror or error}")
        print(f"{name}: {said}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


def _unwrap(app: App) -> None:
    """Put each paragraph of the help texts on one line: they are wrapped when printed."""
    for command in app.subapps:
        if isinstance(command.default_command, FunctionType):
            doc = command.default_command.__doc__
            command.default_command.__doc__ = unwrapped(doc or "")
        _unwrap(command)


def _said_of(error: CycloptsError) -> str:
    """Return what is wrong with a command line: cyclopts' words, or plainer ones."""
    command = " ".join(error.command_chain or ())
    of = f"{command}: " if command else ""
    match error:
        case UnknownCommandError() | UnusedCliTokensError(command_chain=None | [] | ()):
            first, app = (error.unused_tokens or [""])[0], error.app
            if first.startswith("-") or app is None:
                return f"{of}there is no option {first!r} without a command"
            names = [name for name in app if not name.startswith("-")]
            return f"{of}there is no command {first!r}; {there_is(first, names)}"
        case UnusedCliTokensError(unused_tokens=[first, *_]):
            return f"{of}unexpected argument {first!r}"
        case UnknownOptionError(token=token, argument_collection=known):
            option = token.keyword or token.value
            options = (name for one in known for name in one.names if name.startswith("--"))
            return f"{of}there is no option {option!r}; {there_is(option, options)}"
        case MissingArgumentError(keyword=str(option)):
            return f"{of}{option} needs a value"
        case MissingArgumentError(argument=argument) if argument is not None:
            field = argument.field_info
            return f"{of}{field.name.upper() if field.is_positional else argument.name} is missing"
    return str(error)


def _user_errors() -> tuple[type[Exception], ...]:
    """Return the errors that the user can correct; imported once there is an error."""
    from eventcore.tools import UsageError

    return CycloptsError, UsageError, EventcoreError


def _open_the_closed() -> None:
    """Replace a standard stream that was closed by an empty one: Python has None there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  # for good


def _write_to_nowhere() -> None:
    """Drop the rest of the output, or Python would fail to write it once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    with working_folder_first():
        return run(make_app(), arguments)
