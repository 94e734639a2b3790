"""Installed without its extra, the library's command says in one line what it needs."""

import sys

import pytest

import eventcore.__main__
from tests.cli.process import run

pytestmark = pytest.mark.slow

LIBRARY = "eventcore: the command line needs the extra 'cli': pip install '.[cli]'\n"

# A plain install has none of these; here they are there, so they are kept from being found.
WITHOUT = ("-m", "tests.cli.without")

BLOCKED = ("cyclopts", "numpy", "platformdirs", "rich", "tcod", "textual")


@pytest.mark.parametrize("blocked", [",".join(BLOCKED), "rich"], ids=["all", "rich"])
def test_the_library_without_its_extra_says_so(blocked: str) -> None:
    done = run(*WITHOUT, "eventcore", blocked, "chain", "bidden", "Move")
    assert (done.code, done.out, done.err) == (2, "", LIBRARY)


@pytest.mark.parametrize("command", ["bidden chain Move", "eventcore chain bidden Move"])
def test_a_module_no_extra_has_is_not_blamed_on_one(command: str) -> None:
    module, *arguments = command.split()
    done = run(*WITHOUT, module, "msgspec", *arguments)
    assert done.code == 1
    assert done.err.endswith("ModuleNotFoundError: No module named 'msgspec'\n")


def test_the_library_itself_needs_no_extra() -> None:
    blocked = ",".join([*BLOCKED, "bidden"])
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
