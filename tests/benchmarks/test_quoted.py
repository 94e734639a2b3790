"""What a page tells of a benchmark in a sentence is what the table says."""

import re
import shutil
from pathlib import Path

import pytest

from benchmarks.quoted import QUOTES, quoted, ratios_in, write_quotes

TABLE = """
| | ratio | events/s |
|---|---:|---:|
| raw loop | 1.00 | 1,637,000 |
| **eventcore** | **1.17** | **1,528,000** |

| eventcore | ratio | to |
|---|---|---|
| 100,000 entities | 2.09 (a raw loop: 2.34) | 10 entities |
| one observer | 4,300 | a bus |
| eventcore | 9 | itself |
"""


def test_every_figure_in_a_sentence_is_that_of_the_table() -> None:
    ratios = ratios_in(Path("docs/benchmarks.md").read_text("utf-8"))
    pages = {quote.page for quote in QUOTES}
    assert pages == {"README.md", "docs/design.md"}
    for page in pages:
        text = Path(page).read_text("utf-8")
        assert quoted(page, text, ratios).splitlines() == text.splitlines()


def test_a_row_is_known_by_its_label_and_its_first_figure() -> None:
    assert ratios_in(TABLE) == {
        "raw loop": "1.00",
        "eventcore": "1.17",
        "100,000 entities": "2.09",
        "one observer": "4,300",
    }


def test_what_is_measured_anew_is_quoted_anew(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for page in ("README.md", "docs/design.md", "docs/benchmarks.md"):
        shutil.copy(page, tmp_path / page)
    table = tmp_path / "docs" / "benchmarks.md"
    measured = re.sub(r"(\| blinker \|) [\d.]+ ", r"\1 7.5 ", table.read_text("utf-8"))
    measured = re.sub(r"(\| one observer \|) [\d.]+ ", r"\1 5.5 ", measured)
    table.write_text(measured, "utf-8")
    write_quotes(tmp_path)
    assert "observer hears, 5.5 times," in (tmp_path / "docs" / "design.md").read_text("utf-8")
    assert "7.5 times as long" in (tmp_path / "README.md").read_text("utf-8")


def test_a_sentence_or_a_row_that_is_gone_is_told() -> None:
    text = Path("README.md").read_text("utf-8")
    with pytest.raises(ValueError, match="no table has such a row"):
        quoted("README.md", text, {})
    with pytest.raises(ValueError, match="is there 0 times"):
        quoted("README.md", text.replace("an event takes", "it takes"), {"eventcore": "1.1"})
