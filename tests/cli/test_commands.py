"""The commands as a whole: each is listed with what it does, and the rare ones are loaded late."""

from collections.abc import Callable

from bidden import __version__
from bidden.cli.content import content
from bidden.export.command import export
from tests.cli.conftest import Command
from tests.cli.process import run

START = """
import sys
from bidden.cli import main

main(["chain", "Move"])
late = ("bidden.frontend", "bidden.export", "bidden.cli.content")
print([name for name in sys.modules if name.startswith(late) and name != "bidden.frontend.port"])
"""


def test_what_is_listed_of_a_command_is_what_it_says_itself(bidden: Command) -> None:
    listed = " ".join(bidden("--help").out.replace("│", " ").split())
    assert export.__doc__ is not None
    assert f"export {export.__doc__.splitlines()[0]}" in listed
    assert f"content {content.help}" in listed


def test_the_front_end_and_the_exports_are_not_loaded_by_those_who_need_neither() -> None:
    started = run("-c", START)
    assert (started.code, started.err) == (0, "")
    assert started.out.splitlines()[-1] == "['bidden.frontend']"


def test_a_command_that_there_is_not_is_named(refusal: Callable[..., str]) -> None:
    assert refusal("frob") == "there is no command 'frob' (try 'bidden --help')"


def test_the_version_is_told_without_loading_the_game() -> None:
    told = run(
        "-c",
        "import sys; sys.argv[1:] = ['--version']\n"
        "from bidden.__main__ import main\n"
        "main(); print(*sorted(sys.modules.keys() & {'bidden.cli', 'tcod', 'textual'}))",
    )
    assert (told.code, told.out) == (0, f"{__version__}\n\n")
