"""If an extra is missing, the library's command prints one line that names it."""

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.process import run

pytestmark = pytest.mark.slow

BLOCKED = ("cyclopts", "numpy", "platformdirs", "rich", "tcod", "textual")
WITHOUT = ("-m", "tests.cli.without")


def test_library_command_without_its_extra_names_the_extra(snapshot: SnapshotAssertion) -> None:
    done = run(*WITHOUT, "eventcore", ",".join(BLOCKED), "chain", "bidden", "Move")
    assert (done.code, done.out, done.err) == snapshot


def test_missing_module_outside_any_extra_raises_an_import_error() -> None:
    done = run(*WITHOUT, "bidden", "msgspec", "chain", "Move")
    assert done.code == 1
    assert done.err.endswith("ModuleNotFoundError: No module named 'msgspec'\n")


def test_library_itself_needs_no_extra() -> None:
    blocked = ",".join([*BLOCKED, "bidden"])
    program = f"""
import sys
from tests.cli.without import Blocker
sys.meta_path.insert(0, Blocker({blocked!r}))
import eventcore, eventcore.journal, eventcore.replay, eventcore.trace
"""
    done = run("-c", program)
    assert (done.code, done.err) == (0, "")
