"""The cache returns data of the same program and content, and ignores damaged files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bidden import cache
from bidden.content.catalogue import catalogue_of
from bidden.content.tables import load_tables
from bidden.order import COMPONENTS

KEY = cache.hash_of(b"one")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a separate cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "bidden"


def test_data_is_recalled_for_the_same_key_only() -> None:
    cache.keep("name", KEY, b"data")
    assert cache.recall("name", KEY) == b"data"
    assert cache.recall("name", cache.hash_of(b"other")) is None
    assert cache.recall("other", KEY) is None


@pytest.mark.parametrize("size", [0, 1, 20, -1])
def test_torn_file_is_ignored(folder: Path, size: int) -> None:
    cache.keep("name", KEY, b"data")
    (folder / "name").write_bytes((folder / "name").read_bytes()[:size])
    assert cache.recall("name", KEY) is None


def test_pipe_is_not_waited_for(folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / "name")
    assert cache.recall("name", KEY) is None


def test_unwritable_folder_keeps_nothing(folder: Path) -> None:
    folder.write_text("no folder")
    cache.keep("name", KEY, b"data")
    assert cache.recall("name", KEY) is None
    folder.unlink()
    (folder / "name").mkdir(parents=True)
    cache.keep("name", KEY, b"data")
    assert [one.name for one in folder.iterdir()] == ["name"]


START = """
from bidden.content.catalogue import load_catalogue
from bidden.order import COMPONENTS
content = load_catalogue(COMPONENTS)
print(content.fingerprint, content.levels, sorted(content.blueprints))
"""


def start() -> str:
    done = subprocess.run(
        [sys.executable, "-c", START], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


def test_content_is_the_same_with_an_empty_a_full_and_a_corrupt_cache(folder: Path) -> None:
    empty = start()
    kept = (folder / "content").read_bytes()
    assert empty.split()[0] == catalogue_of(load_tables(), COMPONENTS).fingerprint
    assert start() == empty
    (folder / "content").write_bytes(b"x" * 64)
    assert start() == empty
    assert (folder / "content").read_bytes() == kept
