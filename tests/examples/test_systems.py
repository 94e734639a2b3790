"""docs/systems.md: the scenarios and journals that it names exist."""

import re

from bidden.content.catalogue import load_catalogue
from bidden.order import COMPONENTS
from tests.examples.printed import read
from tests.golden.catalogue import RECORDINGS

PAGE = read("docs/systems.md")


def test_scenarios_and_journals_exist() -> None:
    scenarios = set(re.findall(r"--scenario ([a-z]\w*)", PAGE))
    assert len(scenarios) > 30
    assert scenarios <= {*load_catalogue(COMPONENTS).levels}
    journals = set(re.findall(r"`(\w+\.jsonl)`", PAGE))
    assert len(journals) > 30
    assert journals <= {*RECORDINGS}
