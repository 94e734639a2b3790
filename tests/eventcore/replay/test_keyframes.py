"""The file of keyframes beside a journal: a file of its own, bounded, and never anything else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from eventcore.replay import Keyframes
from eventcore.replay.keyframes import keyframe_of

FRAME = keyframe_of("rules", 3, 2, 17, b"{}")
OTHER = keyframe_of("rules", 9, 8, 18, b"{}")


def test_a_link_is_not_followed_neither_read_nor_written(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "game.jsonl.keys"
    Keyframes(target).add(FRAME)
    before = target.read_bytes()
    link.symlink_to(target)
    frames = Keyframes.beside(tmp_path / "game.jsonl")
    assert [*frames] == []
    frames.add(OTHER)
    assert [*frames] == [OTHER]
    assert target.read_bytes() == before


def test_a_link_to_nowhere_is_not_followed_either(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl.keys").symlink_to(tmp_path / "elsewhere")
    Keyframes.beside(tmp_path / "game.jsonl").add(FRAME)
    assert not (tmp_path / "elsewhere").exists()


def test_a_pipe_is_neither_waited_for_nor_written_to(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    frames = Keyframes(path)
    frames.add(FRAME)
    with pytest.raises(BlockingIOError):
        os.read(reader, 1)
    os.close(reader)
    Keyframes(path).add(FRAME)  # without a reader, opening it would wait for one
    assert [*frames] == [FRAME]


def test_a_file_that_has_grown_large_grows_no_more_and_is_read_as_far_as_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl.keys"
    Keyframes(path).add(FRAME)
    size = path.stat().st_size
    monkeypatch.setattr("eventcore.replay.keyframes._MOST", size)
    frames = Keyframes(path)
    frames.add(OTHER)
    assert [*frames] == [FRAME, OTHER]
    assert path.stat().st_size == size
    monkeypatch.setattr("eventcore.replay.keyframes._MOST", size + 1)
    Keyframes(path).add(OTHER)
    assert [*Keyframes(path)] == [FRAME]
