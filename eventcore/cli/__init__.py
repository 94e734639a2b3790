"""The command line of the library: chains, the journal's schema, and the tools for journals.

Errors of the user are one line on stderr and exit code 2; ``run`` sees to that
for any command line built on it, the game's included.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from types import FunctionType

from cyclopts import App
from cyclopts.exceptions import CycloptsError

from eventcore import EventcoreError
from eventcore.cli.commands import journal_commands, make_app
from eventcore.cli.paper import Paper, unwrapped
from eventcore.cli.simulations import working_folder_first
from eventcore.serving import begin_served, is_served, serve
from eventcore.text import terminal_line

__all__ = ["journal_commands", "run", "serve"]

USAGE = 2
"""The exit code for whatever the user has to mend."""
CUT_SHORT = 141
"""The exit code when nobody reads the output any more, as a shell gives for SIGPIPE."""


def run(app: App, arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    What the user has to mend, journals included, is one line on stderr and code 2; of an error that
    has ``others`` these are lines as well.
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
            # A lone hyphen is an option to cyclopts; this is the same path.
            ["./-" if one == "-" else one for one in arguments],
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has seen enough, as head does; there is nobody to tell.
        _write_to_nowhere()
        return CUT_SHORT
    except _to_be_mended() as error:
        from eventcore.cli.wording import help_for, said_of

        said, hint = str(error), ""
        if isinstance(error, CycloptsError):
            said, hint = said_of(error), f" (try '{help_for(name, error)}')"
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


def _to_be_mended() -> tuple[type[Exception], ...]:
    """Give the errors that tell what the user has to mend; asked for once there is an error."""
    from eventcore.tools import UsageError

    return CycloptsError, UsageError, EventcoreError


def _open_the_closed() -> None:
    """Give whoever closed a standard stream an empty one: Python has None there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  # for good


def _write_to_nowhere() -> None:
    """Drop what is still to be written, or Python fails at it once more as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    with working_folder_first():
        return run(make_app(), arguments)
