"""The tests that the documentation shows pass as they are written there."""

import ast
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
FILE = re.compile(r"^```python\n# (\w+\.py)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_tests_of_the_page_on_testing_pass(pytester: pytest.Pytester) -> None:
    files = dict(FILE.findall((DOCS / "testing.md").read_text("utf-8")))
    tests = {f"test_{of}.py" for of in ("chain", "question", "timer", "turn", "journal", "types")}
    assert {*files} == {"track.py", "walk.py", *tests}
    for name in sorted(tests):
        for part in ast.parse(files[name]).body:
            if isinstance(part, ast.FunctionDef) and part.end_lineno is not None:
                assert part.end_lineno - part.lineno < 10, f"{part.name} has more than ten lines"
    for name, text in files.items():
        pytester.path.joinpath(name).write_text(text, "utf-8")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "--import-mode=prepend")
    result.assert_outcomes(passed=7)
