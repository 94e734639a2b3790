"""The pages show the figures of one run, in the table of peers and in sentences that quote it."""

import re
import shutil
from pathlib import Path

import pytest

from benchmarks.measure import Row
from benchmarks.quoted import QUOTES, quoted, ratios_in, write_quotes
from benchmarks.results import Section
from benchmarks.written import PAGES, write_pages

TABLE = """Before.

| | ratio | events/s | priorities | veto |
|---|---:|---:|---|---|
| raw loop | 1.00 | 1,000 | no | yes |
| whistle | 1.37 | 900 | yes | yes |
| **eventcore** | **2.07** | **800** | yes | yes |

After.
"""
WRITTEN = """Before.

| | ratio | events/s | priorities | veto |
|---|---:|---:|---|---|
| raw loop | 1.00 | 2,000,000 | no | yes |
| **eventcore** | **1.08** | **1,500,000** | yes | yes |
| whistle | 12.3 | 321 | yes | yes |

After.
"""
ROWS = [
    Row("raw", ratio=1, events_per_second=2_000_499),
    Row("eventcore", ratio=1.0849, events_per_second=1_499_600),
    Row("whistle", ratio=12.34, events_per_second=321),
]


def test_table_is_written_and_sorted_on_every_page(tmp_path: Path) -> None:
    for page in PAGES:
        (tmp_path / page).parent.mkdir(exist_ok=True)
        (tmp_path / page).write_text(TABLE, "utf-8")
    write_pages([Section("peers", "", ROWS)], tmp_path)
    assert {(tmp_path / page).read_text("utf-8") for page in PAGES} == {WRITTEN}
    for partial in ([Section("peers", "", ROWS[:2])], []):
        with pytest.raises(ValueError):  # parts that were not measured
            write_pages(partial, tmp_path)


def test_quoted_figures_are_those_of_the_table() -> None:
    ratios = ratios_in(Path("docs/benchmarks.md").read_text("utf-8"))
    for page in {quote.page for quote in QUOTES}:
        text = Path(page).read_text("utf-8")
        assert quoted(page, text, ratios).splitlines() == text.splitlines()


def test_pages_quote_updated_benchmark_figures(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    pages = {quote.page for quote in QUOTES}
    for page in (*pages, "docs/benchmarks.md"):
        shutil.copy(page, tmp_path / page)
    table = tmp_path / "docs" / "benchmarks.md"
    table.write_text(re.sub(r"(\| blinker \|) [\d.]+ ", r"\1 7.5 ", table.read_text("utf-8")))
    write_quotes(tmp_path)
    assert any("7.5" in (tmp_path / page).read_text("utf-8") for page in pages)
