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
WITHOUT = ("-m", "tests.cli.without")

BLOCKED = ("cyclopts", "numpy", "platformdirs", "rich", "tcod", "textual")


@pytest.mark.parametrize("arguments", [(), ("play",), ("verify", "x"), ("--help",)], ids=" ".join)
def test_the_game_without_its_extra_says_so(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(*WITHOUT, "game", ",".join(BLOCKED), *arguments, XDG_DATA_HOME=str(tmp_path))
    assert (done.code, done.out, done.err) == (2, "", GAME)


@pytest.mark.parametrize("name", ["cyclopts", "numpy", "platformdirs", "rich", "tcod"])
def test_the_game_without_one_part_of_its_extra_says_so(name: str) -> None:
    done = run(*WITHOUT, "game", name, "chain", "Move")
    assert (done.code, done.out, done.err) == (2, "", GAME)


@pytest.mark.parametrize("blocked", [",".join(BLOCKED), "rich"], ids=["all", "rich"])
def test_the_library_without_its_extra_says_so(blocked: str) -> None:
    done = run(*WITHOUT, "eventcore", blocked, "chain", "game", "Move")
    assert (done.code, done.out, done.err) == (2, "", LIBRARY)


@pytest.mark.parametrize("module", ["game", "eventcore"])
def test_a_module_no_extra_has_is_not_blamed_on_one(module: str) -> None:
    done = run(*WITHOUT, module, "msgspec", "--help")
    assert done.code == 1
    assert done.err.endswith("ModuleNotFoundError: No module named 'msgspec'\n")


def test_the_library_itself_needs_no_extra() -> None:
    blocked = ",".join([*BLOCKED, "game"])
    program = f"""
import sys
from tests.cli.without import Blocker
sys.meta_path.insert(0, Blocker({blocked!r}))
import eventcore, eventcore.journal, eventcore.replay, eventcore.trace
"""
    done = run("-c", program)
    assert (done.code, done.err) == (0, "")


def test_what_is_missing_of_the_library_itself_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "eventcore.cli", None)
    with pytest.raises(ModuleNotFoundError, match=r"eventcore\.cli"):
        eventcore.__main__.main()
