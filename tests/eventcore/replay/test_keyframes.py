"""The keyframe file beside a journal is checked, and never replaces a file of another kind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from eventcore.replay import Keyframes
from eventcore.replay.keyframes import Keyframe

FRAME = Keyframe("rules", 3, 2, 17, b"{}")
OTHER = Keyframe("rules", 9, 8, 18, b"{}")


def test_keyframes_do_not_read_or_write_through_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "game.jsonl.keys"
    (tmp_path / "other.jsonl.keys").symlink_to(tmp_path / "elsewhere")
    Keyframes.beside(tmp_path / "other.jsonl").add(FRAME)
    assert not (tmp_path / "elsewhere").exists()
    Keyframes(target).add(FRAME)
    before = target.read_bytes()
    link.symlink_to(target)
    frames = Keyframes.beside(str(tmp_path / "game.jsonl"))
    assert [*frames] == []
    frames.add(OTHER)
    assert [*frames] == [OTHER]
    assert target.read_bytes() == before


def test_pipe_is_neither_waited_for_nor_written_to(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    frames = Keyframes(path)
    frames.add(FRAME)
    with pytest.raises(BlockingIOError):
        os.read(reader, 1)
    os.close(reader)
    Keyframes(path).add(FRAME)  # without a reader, opening the pipe would block
    assert [*frames] == [FRAME]


def kept(path: Path | None, made: list[bytes]) -> Keyframes:
    frames = Keyframes(path)
    for position, state in enumerate(made, 1):
        frames.add(Keyframe("rules", position, position, 17, state))
    return frames


STATES = [b"0", b"0,1", b"0,1,1", b"{}"]


@pytest.mark.parametrize("in_a_file", [True, False])
def test_keyframes_return_each_state_as_it_was_saved(tmp_path: Path, in_a_file: bool) -> None:
    path = tmp_path / "game.jsonl.keys" if in_a_file else None
    frames = kept(path, STATES)
    assert [frame.state for frame in frames] == STATES
    if path is not None:
        again = kept(path, STATES)  # adding a keyframe again has no effect
        assert [frame.state for frame in again] == STATES
        assert len(path.read_bytes().splitlines()) == len(STATES)


def test_damaged_keyframe_is_skipped_and_all_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    kept(path, STATES)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"state":"', b'"state":"A')
    path.write_bytes(b"".join(lines))
    assert [frame.position for frame in Keyframes(path)] == [1, 3, 4]
