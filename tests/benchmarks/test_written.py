"""The peers table of docs/benchmarks.md is written from one run."""

from pathlib import Path

import pytest

from benchmarks.measure import Row
from benchmarks.results import Section
from benchmarks.written import PAGES, write_pages, written

PAGE = """Before.

| | ratio | events/s | priorities | veto |
|---|---:|---:|---|---|
| raw loop | 1.00 | 1,000 | no | yes |
| whistle | 1.37 | 900 | yes | yes |
| **eventcore** | **2.07** | **800** | yes | yes |

After.
"""


def row(name: str, ratio: float, rate: float) -> Row:
    return Row(name, ratio=ratio, events_per_second=rate)


ROWS = [row("raw", 1, 2_000_499), row("eventcore", 1.0849, 1_499_600), row("whistle", 12.34, 321)]


def test_what_was_measured_is_put_in_and_in_order() -> None:
    assert written(PAGE, {one.name: one for one in ROWS}) == (
        "Before.\n\n| | ratio | events/s | priorities | veto |\n|---|---:|---:|---|---|\n"
        "| raw loop | 1.00 | 2,000,000 | no | yes |\n"
        "| **eventcore** | **1.08** | **1,500,000** | yes | yes |\n"
        "| whistle | 12.3 | 321 | yes | yes |\n\nAfter.\n"
    )


def test_a_row_that_was_not_measured_is_not_left_as_it_was() -> None:
    with pytest.raises(ValueError, match="'whistle' was not measured"):
        written(PAGE, {one.name: one for one in ROWS[:2]})


def test_all_pages_are_written_from_the_same_run(tmp_path: Path) -> None:
    for page in PAGES:
        (tmp_path / page).parent.mkdir(exist_ok=True)
        (tmp_path / page).write_text(PAGE, encoding="utf-8")
    write_pages([Section("peers", "", ROWS)], tmp_path)
    assert len({(tmp_path / page).read_text(encoding="utf-8") for page in PAGES}) == 1
    with pytest.raises(ValueError, match="measure these too"):
        write_pages([], tmp_path)
