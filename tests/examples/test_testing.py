"""The tests shown in docs/testing.md pass as printed."""

import re

import pytest

from tests.examples.printed import blocks


@pytest.mark.slow
def test_tests_of_the_page_pass(pytester: pytest.Pytester) -> None:
    found = [re.match(r"# (\w+\.py)\n", code) for code in blocks("docs/testing.md", "python")]
    files = {one[1]: one.string for one in found if one}
    for name, text in files.items():
        pytester.path.joinpath(name).write_text(text, "utf-8")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "--import-mode=prepend")
    outcomes = result.parseoutcomes()
    assert outcomes.keys() <= {"passed", "seconds"}
    assert outcomes["passed"] >= len([name for name in files if name.startswith("test_")])
