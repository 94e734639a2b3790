"""The commands as a whole: each is listed with what it does, and the rare ones are loaded late."""

from collections.abc import Callable

import pytest

from bidden import __version__
from bidden.cli.commands import COMMANDS, content
from tests.cli.conftest import Command
from tests.cli.process import run

START = """
import sys
from bidden.cli import main

main(["chain", "Move"])
late = ("bidden.frontend", "bidden.export", "bidden.cli.content")
print([name for name in sys.modules if name.startswith(late)])
"""

HELP = """
import sys
from {program} import main

main(["--help"])
late = ("bidden.session", "bidden.order", "eventcore.tools", "eventcore.world", "rich.markdown")
print(*sorted(sys.modules.keys() & {{*late}}))
"""


FIRST = """
import sys
from bidden.cli import games, terminal, title
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_own_theme

class Shown:
    def welcome(self, lobby):
        self.show(Stack.for_lobby(lobby, load_own_theme()))
        assert lobby.newest() is None

    def play(self, begin, told):
        self.show(Stack.for_opening(begin, told, load_own_theme()))

    def show(self, stack):
        stack.draw(new_console())

terminal.has_terminal = lambda: True
sys.modules["bidden.frontend.terminal"] = Shown()
{call}
print(*(name for name in sys.modules if name.startswith(("bidden.session", "bidden.rules"))))
"""
TITLE = 'title.title(frontend="terminal", sync="always")'
PLAY = (
    'games.play(seed=1, journal=None, frontend="terminal", view=None, sync="always", '
    "events=False, scenario=None, list_scenarios=False)"
)


def test_what_is_listed_of_a_command_is_what_it_says_itself(bidden: Command) -> None:
    listed = " ".join(bidden("--help").out.replace("│", " ").split())
    for command in COMMANDS:
        assert command.__doc__ is not None
        said, _, _ = command.__doc__.partition("\n")
        assert f"{command.__name__.replace('_', '-')} {said}" in listed
    assert f"content {content.help}" in listed


def test_a_command_tells_in_its_own_help_all_that_it_has_to_say(bidden: Command) -> None:
    for command in COMMANDS:
        assert command.__doc__ is not None
        said, _, _ = command.__doc__.partition("Parameters\n")
        told = bidden(command.__name__.replace("_", "-"), "--help").out
        assert " ".join(said.split()) in " ".join(told.split())


def test_a_paragraph_of_a_help_text_is_wrapped_where_it_is_printed(bidden: Command) -> None:
    told = bidden("explain", "--help").out.replace("│", " ")
    lines = [line.strip() for line in told.splitlines()]
    assert "or of this number: what led up to them, and all that" in lines


def test_the_front_end_and_the_exports_are_not_loaded_by_those_who_need_neither() -> None:
    started = run("-c", START)
    assert (started.code, started.err) == (0, "")
    assert started.out.splitlines()[-1] == "[]"


@pytest.mark.parametrize("program", ["bidden.cli", "eventcore.cli"])
def test_help_is_told_without_loading_what_the_commands_need(program: str) -> None:
    started = run("-c", HELP.format(program=program))
    assert (started.code, started.err) == (0, "")
    assert started.out.splitlines()[-1] == ""


def test_a_command_that_there_is_not_is_named(refusal: Callable[..., str]) -> None:
    said = refusal("frob")
    assert said.startswith("there is no command 'frob'; there is ")
    assert said.endswith(" (try 'bidden --help')")


def test_the_version_is_told_without_loading_the_game() -> None:
    told = run(
        "-c",
        "import sys; sys.argv[1:] = ['--version']\n"
        "from bidden.__main__ import main\n"
        "main(); print(*sorted(sys.modules.keys() & {'bidden.cli', 'tcod', 'textual'}))",
    )
    assert (told.code, told.out) == (0, f"{__version__}\n\n")


@pytest.mark.usefixtures("data_folder")
@pytest.mark.parametrize("call", [TITLE, PLAY], ids=["the title", "a game"])
def test_the_first_that_is_shown_needs_none_of_the_rules(call: str) -> None:
    told = run("-c", FIRST.format(call=call))
    assert (told.err, told.out) == ("", "\n")


def test_a_command_that_is_misspelt_brings_up_those_it_comes_near_to(
    refusal: Callable[..., str],
) -> None:
    said = refusal("verfy")
    assert "'verfy'" in said
    assert "verify" in said.replace("'verfy'", "")


@pytest.mark.parametrize("port", [-5, 70_000])
def test_a_port_that_cannot_be_is_told_with_those_that_can(
    refusal: Callable[..., str], port: int
) -> None:
    said = refusal("serve", "--port", port)
    assert str(port) in said
    assert "65535" in said
