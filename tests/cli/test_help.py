"""Both programs and all commands print help without importing modules they do not need."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

import bidden.cli
import eventcore.cli
import eventcore.cli.commands
from bidden import __version__
from tests.cli.conftest import Command
from tests.cli.process import run

GAME = [name for name in bidden.cli.make_app() if not name.startswith("-")]
LIBRARY = [name for name in eventcore.cli.commands.make_app() if not name.startswith("-")]
CONTENT = ["content check", "content components", "content schema"]

HELP = """
import sys
from {program} import main

main(["--help"])
late = ("bidden.session", "bidden.order", "eventcore.tools", "eventcore.world")
print(*sorted(sys.modules.keys() & {{*late}}))
"""

CHAIN = """
import sys
from bidden.cli import main

main(["chain", "Move"])
late = ("bidden.frontend", "bidden.export", "bidden.cli.content")
print(*(name for name in sys.modules if name.startswith(late)))
"""

VERSION = """
import sys
sys.argv[1:] = ["--version"]
from bidden.__main__ import main
main()
print(*sorted(sys.modules.keys() & {"bidden.cli", "tcod", "textual"}))
"""


@pytest.fixture(autouse=True)
def width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "dumb")


@pytest.mark.parametrize("command", ["", *GAME, *CONTENT])
def test_help_of_the_game(bidden: Command, command: str, snapshot: SnapshotAssertion) -> None:
    outcome = bidden(*command.split(), "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == snapshot


@pytest.mark.parametrize("command", ["", *LIBRARY])
def test_help_of_the_library(
    capsys: pytest.CaptureFixture[str], command: str, snapshot: SnapshotAssertion
) -> None:
    assert eventcore.cli.main([*command.split(), "--help"]) == 0
    assert capsys.readouterr().out == snapshot


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [HELP.format(program="bidden.cli"), HELP.format(program="eventcore.cli"), CHAIN],
    ids=["help of the game", "help of the library", "a chain"],
)
def test_command_imports_nothing_that_it_does_not_need(program: str) -> None:
    done = run("-c", program)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == ""


def test_version_is_printed_without_importing_the_game() -> None:
    done = run("-c", VERSION)
    assert (done.code, done.out) == (0, f"{__version__}\n\n")
