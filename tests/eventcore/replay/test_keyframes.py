"""The file of keyframes beside a journal: a file of its own, bounded, and never anything else."""

from __future__ import annotations

import json
import os
import tracemalloc
from base64 import b64encode
from pathlib import Path
from random import Random
from zlib import compress, crc32

import pytest

from eventcore import SaveError
from eventcore.replay import Keyframe, Keyframes
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


def states(number: int) -> list[bytes]:
    """States such as a world has: a little of each is another than in the one before."""
    chance = Random(5)
    fields = [chance.randrange(1_000_000) for _ in range(3_000)]
    made = []
    for _ in range(number):
        fields[chance.randrange(len(fields))] = chance.randrange(1_000_000)
        fields.insert(chance.randrange(len(fields)), chance.randrange(1_000_000))
        made.append(json.dumps({"fields": fields}).encode())
    return made


def kept(path: Path, number: int) -> list[bytes]:
    made, frames = states(number), Keyframes(path)
    for position, state in enumerate(made, 1):
        frames.keep("rules", position, position, 17, state)
    return made


def test_each_state_is_read_as_it_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    made = kept(path, 30)
    assert [frame.state for frame in Keyframes(path)] == made


def test_what_follows_from_another_state_takes_a_fraction_of_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    kept(path, 30)
    sizes = [len(line) for line in path.read_bytes().splitlines()]
    whole = [number for number, size in enumerate(sizes) if size > sizes[0] / 2]
    assert whole == [0, 9, 18, 27]
    assert max(size for number, size in enumerate(sizes) if number not in whole) < sizes[0] / 20


def test_none_is_kept_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    frames = Keyframes(path)
    frames.keep("rules", 1, 1, 17, b"{}")
    (frame,) = frames
    assert frame.state == b"{}"
    path.unlink()
    with pytest.raises(SaveError, match="cannot be read: No such file"):
        _ = frame.state


def test_of_one_that_is_known_nothing_is_read_or_written_until_it_is_asked_for(
    tmp_path: Path,
) -> None:
    read: list[bool] = []

    def load() -> bytes:
        read.append(True)
        return b"{}"

    path = tmp_path / "game.jsonl.keys"
    frames, one = Keyframes(path), Keyframe("rules", 2, 2, 17, 0, load)
    frames.keep("rules", 3, 3, 18, b"[]")
    size = path.stat().st_size
    frames.know(one)
    frames.know(one)
    assert [frame.position for frame in frames] == [2, 3]
    assert (path.stat().st_size, read) == (size, [])
    assert next(iter(frames)).state == b"{}"
    frames.forget(one)
    frames.forget(one)
    assert [frame.position for frame in frames] == [3]


@pytest.mark.parametrize("read_again", [False, True])
def test_what_is_kept_in_memory_does_not_grow_with_the_states(
    tmp_path: Path, read_again: bool
) -> None:
    path = tmp_path / "game.jsonl.keys"
    frames = Keyframes(path)
    made = [Random(seed).randbytes(30_000).hex().encode() for seed in range(29)]
    tracemalloc.start()
    try:
        for position, state in enumerate(made, 1):
            frames.keep("rules", position, position, 17, state)
            if position == 11:
                before, _ = tracemalloc.get_traced_memory()
        if read_again:
            frames = Keyframes(path)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len([*frames]) == 29
    assert after - before < 18 * 2_500 < len(made[0])


def test_where_there_is_no_file_all_are_read_all_the_same() -> None:
    made, frames = states(12), Keyframes()
    for position, state in enumerate(made, 1):
        frames.keep("rules", position, position, 17, state)
    assert [frame.state for frame in frames] == made


def test_what_follows_from_a_damaged_line_is_lost_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    made = kept(path, 12)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"state":"', b'"state":"A')
    path.write_bytes(b"".join(lines))
    read = {}
    for frame in Keyframes(path):
        try:
            read[frame.position] = frame.state
        except SaveError as error:
            read[frame.position] = str(error).encode()
    lost = b"the state that this one follows from is not there"
    assert [read.get(number, b"") for number in range(1, 13)] == [
        *made[:3],
        b"",
        *[lost] * 5,
        *made[9:],
    ]


def test_a_file_that_was_changed_since_gives_no_other_state(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    frames = Keyframes(path)
    frames.keep("rules", 1, 1, 17, b"{}")
    (frame,) = frames
    path.unlink()
    Keyframes(path).keep("rules", 1, 1, 17, b'{"other":1}')
    with pytest.raises(SaveError, match="changed since"):
        _ = frame.state


def test_states_that_differ_by_the_same_are_not_taken_for_each_other(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    made = [b"0", b"0,1", b"0,1,1", b"0,1,1,1", b"0,1,1,1", b"0,1,1,1", b"0"]
    frames = Keyframes(path)
    for position, state in enumerate(made, 1):
        frames.keep("rules", position, position, 17, state)
    assert [frame.state for frame in Keyframes(path)] == made


def test_two_who_keep_states_in_one_file_do_not_mix_them_up(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.keys"
    made, one, other = states(20), Keyframes(path), Keyframes(path)
    for position, state in enumerate(made, 1):
        (one if position % 2 else other).keep("rules", position, position, 17, state)
    assert [frame.state for frame in Keyframes(path)] == made


def test_what_goes_on_beside_another_journal_needs_nothing_of_the_first(tmp_path: Path) -> None:
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


def test_lines_that_follow_from_each_other_in_a_ring_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, text = tmp_path / "game.jsonl.keys", b64encode(compress(b"\n")).decode()
    # That a line names itself, and its check is right, takes chance or malice.
    monkeypatch.setattr("eventcore.replay.keyframes._check_of", lambda *_: 7)
    line = {"v": 2, "rules": "r", "position": 3, "turn": 2, "sum": 9, "state": text, "check": 7}
    path.write_text(json.dumps({**line, "base": 7, "whole": 1}) + "\n")
    (frame,) = Keyframes(path)
    with pytest.raises(SaveError, match="is not there"):
        _ = frame.state
