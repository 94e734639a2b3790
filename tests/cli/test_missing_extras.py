"""Installed without its extras, each command says in one line which it needs."""

import sys
from pathlib import Path

import pytest

import eventcore.__main__
from tests.cli.process import run

pytestmark = pytest.mark.slow

GAME = (
    "bidden: the game needs the extra 'game': pip install 'eventcore[game]', "
    "or '.[game]' in its folder\n"
)
LIBRARY = "eventcore: the command line needs the extra 'cli': pip install 'eventcore[cli]'\n"

# A plain install has none of these; here they are there, so they are kept from being found.
BLOCKED = ("cyclopts", "numpy", "platformdirs", "rich", "tcod", "textual")

WITHOUT = """
import runpy, sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

blocked = sys.argv[2].split(",")
sys.meta_path.insert(0, Blocker())
module, sys.argv = sys.argv[1], ["command", *sys.argv[3:]]
runpy.run_module(module, run_name="__main__")
"""


@pytest.mark.parametrize("arguments", [(), ("play",), ("verify", "x"), ("--help",)], ids=" ".join)
def test_the_game_without_its_extra_says_so(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run("-c", WITHOUT, "game", ",".join(BLOCKED), *arguments, XDG_DATA_HOME=str(tmp_path))
    assert (done.code, done.out, done.err) == (2, "", GAME)


@pytest.mark.parametrize("name", ["cyclopts", "numpy", "platformdirs", "rich", "tcod"])
def test_the_game_without_one_part_of_its_extra_says_so(name: str) -> None:
    done = run("-c", WITHOUT, "game", name, "chain", "Move")
    assert (done.code, done.out, done.err) == (2, "", GAME)


@pytest.mark.parametrize("blocked", [",".join(BLOCKED), "rich"], ids=["all", "rich"])
def test_the_library_without_its_extra_says_so(blocked: str) -> None:
    done = run("-c", WITHOUT, "eventcore", blocked, "chain", "game", "Move")
    assert (done.code, done.out, done.err) == (2, "", LIBRARY)


@pytest.mark.parametrize("module", ["game", "eventcore"])
def test_a_module_no_extra_has_is_not_blamed_on_one(module: str) -> None:
    done = run("-c", WITHOUT, module, "msgspec", "--help")
    assert done.code == 1
    assert done.err.endswith("ModuleNotFoundError: No module named 'msgspec'\n")


def test_the_library_itself_needs_no_extra() -> None:
    program = "import eventcore, eventcore.journal, eventcore.replay, eventcore.trace"
    blocked = WITHOUT.replace('runpy.run_module(module, run_name="__main__")', program)
    done = run("-c", blocked, "", ",".join([*BLOCKED, "game"]))
    assert (done.code, done.err) == (0, "")


def test_what_is_missing_of_the_library_itself_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "eventcore.cli", None)
    with pytest.raises(ModuleNotFoundError, match=r"eventcore\.cli"):
        eventcore.__main__.main()
