"""The file of keyframes beside a journal: compact, checked, and never another kind of file."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from random import Random
from zlib import compress, crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventcore import SaveError
from eventcore.replay import Keyframes
from eventcore.replay.keyframes import keyframe_of
from eventcore.replay.state_changes import changed, changes

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


def states(number: int) -> list[bytes]:
    """Return states such as a world has: each differs a little from the one before."""
    chance = Random(5)
    fields = [chance.randrange(1_000_000) for _ in range(3_000)]
    made = []
    for _ in range(number):
        fields[chance.randrange(len(fields))] = chance.randrange(1_000_000)
        fields.insert(chance.randrange(len(fields)), chance.randrange(1_000_000))
        made.append(json.dumps({"fields": fields}).encode())
    return made


def kept(path: Path | None, made: list[bytes]) -> Keyframes:
    frames = Keyframes(path)
    for position, state in enumerate(made, 1):
        frames.keep("rules", position, position, 17, state)
    return frames


SIMILAR = [b"0", b"0,1", b"0,1,1", b"0,1,1,1", b"0,1,1,1", b"0,1,1,1", b"0"]


@pytest.mark.parametrize("made", [states(12), SIMILAR], ids=["states", "similar"])
@pytest.mark.parametrize("in_a_file", [True, False])
def test_each_state_is_read_as_it_was_kept(
    tmp_path: Path, made: list[bytes], in_a_file: bool
) -> None:
    path = tmp_path / "game.jsonl.keys" if in_a_file else None
    frames = kept(path, made)
    assert [frame.state for frame in frames] == made
    assert path is None or [frame.state for frame in Keyframes(path)] == made


def test_state_that_follows_from_another_takes_a_fraction_of_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    kept(path, states(30))
    sizes = [len(line) for line in path.read_bytes().splitlines()]
    whole = [number for number, size in enumerate(sizes) if size > sizes[0] / 2]
    assert whole == [0, 9, 18, 27]
    assert max(size for number, size in enumerate(sizes) if number not in whole) < sizes[0] / 20


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


def test_states_that_follow_from_a_damaged_line_are_lost_and_no_others(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    made = states(12)
    kept(path, made)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"state":"', b'"state":"A')
    path.write_bytes(b"".join(lines))
    read: dict[int, bytes | None] = {}
    for frame in Keyframes(path):
        try:
            read[frame.position] = frame.state
        except SaveError:
            read[frame.position] = None
    whole = {1, 2, 3, 10, 11, 12}
    assert read == {n: made[n - 1] if n in whole else None for n in range(1, 13) if n != 4}


def test_keyframes_of_a_journal_that_moved_need_nothing_of_the_first_file(tmp_path: Path) -> None:
    made, frames = states(2), Keyframes.beside(tmp_path / "one.jsonl")
    frames.keep("rules", 1, 1, 17, made[0])
    frames.move_beside(tmp_path / "other.jsonl")
    frames.keep("rules", 2, 2, 17, made[1])
    (tmp_path / "one.jsonl.keys").unlink()
    assert [frame.state for frame in Keyframes.beside(tmp_path / "other.jsonl")] == [made[1]]


def test_states_of_the_first_version_are_read(tmp_path: Path) -> None:
    path, text = tmp_path / "game.jsonl.keys", b64encode(compress(b'{"old":1}')).decode()
    check = crc32(text.encode())
    line = {"v": 1, "rules": "r", "position": 3, "turn": 2, "sum": 9, "state": text, "check": check}
    path.write_text(json.dumps(line) + "\n")
    assert [frame.state for frame in Keyframes(path)] == [b'{"old":1}']


# States told by what differs from an older one


PARTS = st.sampled_from([b"a", b"b", b",", b"\n", b"{1}"])
STATES = st.lists(PARTS, max_size=20).map(b"".join)


@given(old=STATES, new=STATES)
def test_state_comes_back_from_its_changes(old: bytes, new: bytes) -> None:
    assert changed(old, changes(old, new)) == new


@given(old=STATES, told=st.binary(max_size=40))
def test_arbitrary_changes_raise_nothing_but_save_errors(old: bytes, told: bytes) -> None:
    with suppress(SaveError):
        changed(old, told)


def test_state_that_takes_the_same_again_and_again_is_refused() -> None:
    old = b"x" * 100_000 + b",y"
    with pytest.raises(SaveError):
        changed(old, b" ".join([b"0,0,2"] * 100) + b"\n")
