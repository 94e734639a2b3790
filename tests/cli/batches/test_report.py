"""The command report: a page of what simulate wrote."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bidden.batches.test_rows import row, written
from tests.cli.conftest import Command
from tests.cli.process import run
from tests.cli.without import Blocker

Refusal = Callable[..., str]


def test_a_page_is_written_and_none_is_replaced_unasked(
    bidden: Command, refusal: Refusal, tmp_path: Path
) -> None:
    written(tmp_path / "a.jsonl", row(1), row(2, ended="won", how="free"))
    to = tmp_path / "report.html"
    outcome = bidden("report", tmp_path / "a.jsonl", "--to", to)
    assert (outcome.code, outcome.out) == (0, f"{to}: 2 runs\n")
    first = to.read_text("utf-8")
    assert first.startswith("<!doctype html>")
    assert "exists already" in refusal("report", tmp_path / "a.jsonl", "--to", to)
    written(tmp_path / "b.jsonl", row(1))
    bidden("report", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "--to", to, "--force")
    assert "Side by side" in to.read_text("utf-8")


def test_what_has_no_runs_is_said(refusal: Refusal, tmp_path: Path) -> None:
    to = tmp_path / "report.html"
    assert refusal("report", "--to", to).startswith("report needs a file of runs: bidden report ")
    assert "cannot be read: No such file" in refusal("report", tmp_path / "none.jsonl", "--to", to)
    (tmp_path / "empty.jsonl").write_bytes(b"")
    assert "holds no runs" in refusal("report", tmp_path / "empty.jsonl", "--to", to)
    assert not to.exists()


@pytest.mark.parametrize("name", ["a.jsonl", "b.jsonl", "b.parquet", "a.txt", "link.html"])
def test_runs_are_never_replaced_by_a_page(refusal: Refusal, tmp_path: Path, name: str) -> None:
    runs = tmp_path / ("a.txt" if name == "a.txt" else "a.jsonl")
    for path in (runs, tmp_path / "b.jsonl"):
        written(path, row(1))
    (tmp_path / "link.html").symlink_to(runs)
    before = runs.read_bytes()
    to = tmp_path / "." / name
    told = refusal("report", runs, "--to", to, "--force")
    assert told == f"--to {to}: a file of runs; name another for the page, as report.html"
    assert runs.read_bytes() == (tmp_path / "b.jsonl").read_bytes() == before


def test_what_a_table_is_read_by_is_named(
    refusal: Refusal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "duckdb", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Blocker("duckdb"), *sys.meta_path])
    assert refusal("report", tmp_path / "a.parquet", "--to", tmp_path / "report.html") == (
        "this needs duckdb, which the extra 'report' has: pip install './game[report]'"
    )


@pytest.mark.slow
def test_what_plots_need_is_named(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", row(1))
    report = ("report", tmp_path / "a.jsonl", "--to", tmp_path / "report.html")
    done = run("-m", "tests.cli.without", "bidden", "matplotlib", *report)
    assert (done.code, done.out, done.err) == (
        2,
        "",
        "bidden: this needs matplotlib, which the extra 'report' has: "
        "pip install './game[report]'\n",
    )


def test_report_of_a_folder_says_that_it_is_one(refusal: Refusal, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    (folder := tmp_path / "runs.parquet").mkdir()
    assert "is a folder" in refusal("report", folder, "--to", tmp_path / "page.html")
