"""What docs/batches.md tells of costs follows from what was measured."""

from pathlib import Path

import pytest

from tests import costs
from tests.cli.process import ROOT

PAGE = (ROOT / costs.PAGE).read_text("utf-8")


def test_what_is_told_of_thousands_follows_from_what_was_measured() -> None:
    assert costs.told(PAGE) == [*costs.lines(costs.costs_in(PAGE))]


@pytest.mark.slow
def test_what_is_measured_is_put_into_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, "utf-8")
    monkeypatch.setattr(costs, "PAGE", page)
    monkeypatch.setattr(costs, "SEEDS", [1])
    monkeypatch.setattr(costs, "MOST", 120)
    costs.main()
    found = costs.costs_in(page.read_text("utf-8"))
    assert (found.intents, found.turns > 90) == (120, True)
    assert min(found.thoughts, found.row, found.journal, found.packed, found.verifying) > 0
