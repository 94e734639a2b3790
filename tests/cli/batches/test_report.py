"""``bidden report`` writes a page about the results of simulate."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.bidden.batches.rows import row, written
from tests.cli.conftest import Command, Refusal
from tests.cli.process import run


def test_page_is_written_and_replaced_only_if_forced(
    bidden: Command, refusal: Refusal, tmp_path: Path
) -> None:
    written(tmp_path / "a.jsonl", row(1), row(2, ended="won", how="free"))
    to = tmp_path / "report.html"
    assert bidden("report", tmp_path / "a.jsonl", "--to", to).code == 0
    first = to.read_text("utf-8")
    assert first.startswith("<!doctype html>")
    assert str(to) in refusal("report", tmp_path / "a.jsonl", "--to", to)
    assert to.read_text("utf-8") == first
    assert (
        bidden("report", tmp_path / "a.jsonl", tmp_path / "a.jsonl", "--to", to, "--force").code
        == 0
    )
    assert to.read_text("utf-8") != first


@pytest.mark.parametrize("name", ["a.jsonl", "b.jsonl", "a.txt", "link.html"])
def test_report_page_never_overwrites_a_file_of_runs(
    refusal: Refusal, tmp_path: Path, name: str
) -> None:
    runs = tmp_path / ("a.txt" if name == "a.txt" else "a.jsonl")
    for path in (runs, tmp_path / "b.jsonl"):
        written(path, row(1))
    (tmp_path / "link.html").symlink_to(runs)
    before = runs.read_bytes()
    to = tmp_path / "." / name
    assert str(to) in refusal("report", runs, "--to", to, "--force")
    assert runs.read_bytes() == (tmp_path / "b.jsonl").read_bytes() == before


@pytest.mark.slow
def test_report_without_matplotlib_names_the_extra_to_install(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    written(tmp_path / "a.jsonl", row(1))
    report = ("report", tmp_path / "a.jsonl", "--to", tmp_path / "report.html")
    done = run("-m", "tests.cli.without", "bidden", "matplotlib", *report)
    assert (done.code, done.out, done.err) == snapshot
