"""Displayed paths fit in a row, and are complete where it matters."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden.recording.folder.files import told_path

NAME = "2026-11-25-031500-seed-837760.back-3-1.jsonl"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    monkeypatch.setenv("USERPROFILE", "/home/anna")


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (f"/home/anna/games/{NAME}", f"~/games/{NAME}"),
        (f"/srv/games/{NAME}", f"/srv/games/{NAME}"),
        (f"/home/anna/.local/share/bidden/games/old/{NAME}", f"~/…/bidden/games/old/{NAME}"),
        (f"/srv/a/very/long/way/to/what/was/played/{NAME}", f"/…/way/to/what/was/played/{NAME}"),
        (f"/srv/{'x' * 90}/{NAME}", f"/…/{NAME}"),
        (NAME, NAME),
    ],
)
def test_path_abbreviates_home_and_drops_folders_to_keep_the_file_name(
    path: str, told: str
) -> None:
    assert told_path(Path(path), 70) == told
