"""`make balance` measures what a batch costs: the table of docs/batches.md follows from it."""

from pathlib import Path

import pytest

from tests import costs
from tests.cli.process import ROOT

PAGE = (ROOT / costs.PAGE).read_text("utf-8")


def test_table_of_costs_matches_the_measured_costs() -> None:
    assert costs.table_in(PAGE) == [*costs.lines(costs.costs_in(PAGE))]


@pytest.mark.slow
def test_measured_costs_are_written_into_the_page(
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
