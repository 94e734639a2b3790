"""`make endurance` imports no project module before pytest does, which would cause warnings."""

from tests.cli.process import run

PROGRAM = """
import sys
import tests.endurance
print(sorted(name for name in sys.modules if name.split(".")[0] in ("eventcore", "bidden")))
"""


def test_nothing_of_the_project_is_imported_before_its_tests_run() -> None:
    ended = run("-c", PROGRAM)
    assert (ended.code, ended.out, ended.err) == (0, "[]\n", "")
