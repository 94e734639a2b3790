"""docs/golden-journals.md: its code works and prints the output on the page."""

import re
import shutil

import pytest

from tests.examples.printed import ROOT, blocks

PAGE = "docs/golden-journals.md"


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """Create the caravan, the test on the page, and the journal of a week."""
    caravan = pytester.path / "caravan.py"
    shutil.copy(ROOT / "examples" / "caravan.py", caravan)
    pytester.makepyfile(test_week=blocks(PAGE, "python")[0])
    (pytester.path / "pytest.ini").write_text(blocks(PAGE, "ini")[0], "utf-8")
    pytester.mkdir("golden")
    (code,) = re.findall(r'^python -c "(.*)"$', blocks(PAGE, "sh")[0], re.MULTILINE)
    pytester.runpython_c(code)
    return pytester


def run(project: pytest.Pytester, *options: str) -> pytest.RunResult:
    without = ("-p", "no:hypothesispytest", "-p", "no:cacheprovider")
    return project.runpytest("-p", "eventcore.testing.journals", *without, *options)


def without_codes(text: str) -> str:
    """Return a text without code fingerprints."""
    return re.sub(r"\b[0-9a-f]{16}\b", "-", text)


@pytest.mark.slow
def test_output_on_the_page_matches_the_real_output(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)  # bytecode would be stale
    run(project).assert_outcomes(passed=2)
    failed, changed = blocks(PAGE, "text")
    caravan = project.path / "caravan.py"
    rules = caravan.read_text("utf-8")
    assert rules.count("weight // 10") == 1
    caravan.write_text(rules.replace("weight // 10", "weight // 7"), "utf-8")
    printed = run(project, "golden").stdout.str()
    assert without_codes(failed) in without_codes(printed)
    printed = run(project, "golden", "--regenerate-journals").stdout.str()
    assert without_codes(changed) in without_codes(printed)
    run(project).assert_outcomes(passed=2)
