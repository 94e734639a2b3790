"""Long jobs log their progress, line by line."""

from pathlib import Path

import pytest

from eventcore.cli import main, progress, run_jobs
from tests.eventcore.tools import caravans


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Log every progress line, without a minimum time between two lines."""
    monkeypatch.setattr(progress, "SECONDS", 0)


def test_progress_is_written_to_a_log_as_separate_lines(
    capsys: pytest.CaptureFixture[str], at_once: None
) -> None:
    with run_jobs(str, [1, 2], "runs", done=1) as found:
        assert list(found) == [(1, "1"), (2, "2")]
    assert capsys.readouterr().err == "runs: 2 of 3\nruns: 3 of 3\n"


def test_short_job_prints_no_progress_line(capsys: pytest.CaptureFixture[str]) -> None:
    with run_jobs(str, range(1000), "runs") as found:
        list(found)
    assert capsys.readouterr().err == ""


def test_folder_that_is_verified_reports_its_progress(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], at_once: None
) -> None:
    for name in "ab":
        caravans.record(tmp_path / f"{name}.jsonl", 20)
    assert main(["verify", caravans.PLACE, str(tmp_path)]) == 0
    assert capsys.readouterr().err == "journals: 1 of 2\njournals: 2 of 2\n"
