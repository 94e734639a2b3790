"""The cache: found again for the same program and content, and as if it was not there otherwise."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bidden import cache, code
from bidden.content import catalogue, datafiles
from bidden.content.catalogue import Catalogue, catalogue_of, load_catalogue
from bidden.content.datafiles import ContentError
from bidden.content.tables import load_tables
from bidden.order import COMPONENTS
from eventcore import journal

KEY = cache.hash_of(b"one")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own; what was read of another is forgotten."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for known in (catalogue._shipped, code.code_fingerprint):
        known.cache_clear()
    yield tmp_path / "bidden"
    for known in (catalogue._shipped, code.code_fingerprint):
        known.cache_clear()


def loaded_anew() -> Catalogue:
    catalogue._shipped.cache_clear()
    return load_catalogue(COMPONENTS)


def test_what_was_kept_is_recalled_for_the_same_key_only() -> None:
    cache.keep("name", KEY, b"data")
    assert cache.recall("name", KEY) == b"data"
    assert cache.recall("name", cache.hash_of(b"other")) is None
    assert cache.recall("other", KEY) is None


@pytest.mark.parametrize("size", [0, 1, 20, -1])
def test_a_torn_file_is_as_if_there_was_none(folder: Path, size: int) -> None:
    cache.keep("name", KEY, b"data")
    (folder / "name").write_bytes((folder / "name").read_bytes()[:size])
    assert cache.recall("name", KEY) is None


def test_a_damaged_file_is_as_if_there_was_none(folder: Path) -> None:
    cache.keep("name", KEY, b"data")
    kept = (folder / "name").read_bytes()
    for place in range(len(kept)):
        damaged = bytes([*kept[:place], kept[place] ^ 1, *kept[place + 1 :]])
        (folder / "name").write_bytes(damaged)
        assert cache.recall("name", KEY) is None


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / "name")
    assert cache.recall("name", KEY) is None


def test_where_nothing_can_be_written_nothing_is_kept(folder: Path) -> None:
    folder.write_text("no folder")
    cache.keep("name", KEY, b"data")
    assert cache.recall("name", KEY) is None
    folder.unlink()
    (folder / "name").mkdir(parents=True)
    cache.keep("name", KEY, b"data")
    assert [one.name for one in folder.iterdir()] == ["name"]


def test_the_catalogue_is_the_same_from_the_cache(folder: Path) -> None:
    checked = catalogue_of(load_tables(), COMPONENTS)
    first = loaded_anew()
    assert (folder / "content").is_file()
    assert loaded_anew() == first == checked


def test_what_was_found_right_is_neither_parsed_nor_checked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = loaded_anew()
    monkeypatch.setattr(catalogue, "tables_of", None)
    monkeypatch.setattr(catalogue, "check_effects", None)
    assert loaded_anew() == first


def test_other_content_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    first = loaded_anew()
    more = "\n[nobody]\nnothing = 1\n"
    monkeypatch.setattr(catalogue, "read", lambda name: datafiles.read(name) + more)
    with pytest.raises(ContentError, match="nobody"):
        loaded_anew()
    monkeypatch.setattr(catalogue, "read", lambda name: datafiles.read(name) + "\n# another\n")
    assert loaded_anew() == first


def test_another_program_finds_nothing_of_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded_anew()
    monkeypatch.setattr(catalogue, "program", lambda: b"another")
    monkeypatch.setattr(catalogue, "check_effects", None)
    with pytest.raises(TypeError, match="not callable"):
        loaded_anew()


@pytest.mark.parametrize("text", [b"", b"torn", b"x" * 64])
def test_a_corrupt_catalogue_is_harmless(folder: Path, text: bytes) -> None:
    first = loaded_anew()
    (folder / "content").write_bytes(text)
    assert loaded_anew() == first


def test_the_fingerprint_of_the_code_is_that_of_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = code.code_fingerprint(Catalogue)
    assert found == journal.code_fingerprint(Catalogue)
    code.code_fingerprint.cache_clear()
    monkeypatch.setattr(code, "fingerprint_of", None)
    assert code.code_fingerprint(Catalogue) == found


def test_that_of_other_classes_is_another(folder: Path) -> None:
    one = code.code_fingerprint(Catalogue)
    code.code_fingerprint.cache_clear()
    other = code.code_fingerprint(Path, Catalogue)
    assert (one, other) == (
        journal.code_fingerprint(Catalogue),
        journal.code_fingerprint(Path, Catalogue),
    )


def test_a_program_is_another_once_a_source_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "market" / "stalls" / "stall.py"
    source.parent.mkdir(parents=True)
    (tmp_path / "market" / "__init__.py").touch()
    source.write_text("PRICE = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(cache, "_PACKAGES", ("market",))

    def now() -> bytes:
        cache.program.cache_clear()
        return cache.program()

    before = now()
    os.utime(source, ns=(1, 1))
    touched = now()
    source.write_text("PRICE = 10\n")
    os.utime(source, ns=(1, 1))
    longer = now()
    (source.parent / "__pycache__").mkdir()
    (source.parent / "__pycache__" / "stall.py").touch()
    assert len({before, touched, longer}) == 3
    assert now() == longer
    monkeypatch.undo()
    cache.program.cache_clear()
