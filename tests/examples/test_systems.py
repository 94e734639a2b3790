"""The page of systems names tests, scenarios and journals that there are."""

import re

import pytest

from bidden.content.catalogue import load_catalogue
from bidden.order import COMPONENTS
from tests.cli.process import ROOT
from tests.golden.catalogue import JOURNALS

PAGE = (ROOT / "docs" / "systems.md").read_text("utf-8")
TESTS = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)


@pytest.mark.parametrize(("path", "name"), TESTS)
def test_each_test_is_there(path: str, name: str) -> None:
    assert re.search(rf"^def {name}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE)


def test_each_scenario_and_journal_is_there() -> None:
    scenarios = set(re.findall(r"--scenario ([a-z]\w*)", PAGE))
    assert len(scenarios) > 30
    assert scenarios <= {*load_catalogue(COMPONENTS).levels}
    journals = set(re.findall(r"`(\w+\.jsonl)`", PAGE))
    assert len(journals) > 30
    assert journals <= {path.name for path in JOURNALS.iterdir()}


def test_each_system_has_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "system |" not in line]
    assert len(rows) > 50
    assert [row for row in rows if "::test_" not in row] == []
