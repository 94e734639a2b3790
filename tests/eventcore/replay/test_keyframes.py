"""The file of keyframes beside a journal: checked, and never another kind of file."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from pathlib import Path
from zlib import compress, crc32

import pytest

from eventcore import SaveError
from eventcore.replay import Keyframes
from eventcore.replay.keyframes import keyframe_of

FRAME = keyframe_of("rules", 3, 2, 17, b"{}")
OTHER = keyframe_of("rules", 9, 8, 18, b"{}")


def test_link_is_neither_read_nor_written(tmp_path: Path) -> None:
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
    Keyframes(path).add(FRAME)  # without a reader, opening it would wait for one
    assert [*frames] == [FRAME]


def kept(path: Path | None, made: list[bytes]) -> Keyframes:
    frames = Keyframes(path)
    for position, state in enumerate(made, 1):
        frames.add(keyframe_of("rules", position, position, 17, state))
    return frames


STATES = [b"0", b"0,1", b"0,1,1", b"{}"]


@pytest.mark.parametrize("in_a_file", [True, False])
def test_each_state_is_read_as_it_was_kept(tmp_path: Path, in_a_file: bool) -> None:
    path = tmp_path / "game.jsonl.keys" if in_a_file else None
    frames = kept(path, STATES)
    assert [frame.state for frame in frames] == STATES
    if path is not None:
        again = kept(path, STATES)  # none is added twice
        assert [frame.state for frame in again] == STATES
        assert len(path.read_bytes().splitlines()) == len(STATES)


def test_state_is_read_from_its_file_unless_that_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    (frame,) = kept(path, [b"{}"])
    assert frame.state == b"{}"
    size = path.stat().st_size
    path.unlink()
    with pytest.raises(SaveError):
        _ = frame.state
    for number in range(10, 99):  # another state, in a line that is as long
        path.unlink(missing_ok=True)
        kept(path, [b"%d" % number])
        if path.stat().st_size == size:
            break
    assert path.stat().st_size == size
    with pytest.raises(SaveError):
        _ = frame.state


def test_damaged_line_is_lost_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    kept(path, STATES)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"state":"', b'"state":"A')
    path.write_bytes(b"".join(lines))
    assert [frame.position for frame in Keyframes(path)] == [1, 3, 4]


def test_whole_states_of_the_second_version_are_read(tmp_path: Path) -> None:
    path, text = tmp_path / "game.jsonl.keys", b64encode(compress(b'{"old":1}')).decode()
    lines = []
    for base in (0, 5):
        check = crc32(f"3 {base} {text}".encode())
        line = {"v": 2, "rules": "r", "position": 3, "turn": 2, "sum": 9, "state": text}
        lines.append(json.dumps(line | {"check": check, "base": base, "whole": 1}))
    path.write_text("\n".join(lines) + "\n")
    assert [frame.state for frame in Keyframes(path)] == [b'{"old":1}']
