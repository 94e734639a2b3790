"""Rows of runs: appending, continuing after an interruption, and sorting at the end."""

from pathlib import Path

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.batches.row import RunJob
from bidden.batches.rows import RowFile, read_rows, rows_and_torn
from eventcore.tools import UsageError
from examples.caravan import Caravan
from tests.bidden.batches.rows import row, written


def test_settled_file_does_not_depend_on_the_order_of_its_rows(tmp_path: Path) -> None:
    rows = [row(1), row(2), row(1, "fighter"), row(10)]
    one, other = written(tmp_path / "1.jsonl", *rows), written(tmp_path / "2.jsonl", *rows[::-1])
    assert one.path.read_bytes() != other.path.read_bytes()
    one.settle()
    other.settle()
    assert one.path.read_bytes() == other.path.read_bytes()
    assert [made.job for made in read_rows(one.path)] == [
        RunJob("explorer", 1, 9000),
        RunJob("explorer", 2, 9000),
        RunJob("explorer", 10, 9000),
        RunJob("fighter", 1, 9000),
    ]


def test_file_being_written_by_another_process_is_not_overwritten(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "runs.jsonl"
    first, second = (RowFile(path, "a-b", 9000) for _ in range(2))
    with first.appending() as keep:
        keep(row(1))
        with pytest.raises(UsageError) as error, second.appending():
            pass
        assert str(error.value) == snapshot
    first.settle()
    with second.appending() as keep:  # the file was read while it was empty
        keep(row(2, "fighter"))
    second.settle()
    assert read_rows(path) == [row(1), row(2, "fighter")]


def test_row_file_deleted_during_a_batch_is_rewritten_with_all_rows(
    tmp_path: Path,
) -> None:
    file = written(tmp_path / "runs.jsonl", row(2), row(1))
    file.path.unlink()
    file.settle()
    assert read_rows(file.path) == [row(1), row(2)]


def test_torn_line_does_not_affect_other_rows(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    written(path, row(1), row(2))
    path.write_bytes(path.read_bytes()[:-20])
    assert RowFile(path, "a-b", 9000).rows == [row(1)]
    written(path, row(3))
    assert rows_and_torn(path) == ([row(1), row(3)], 1)
    written(path, row(4))  # after a complete line
    assert len(path.read_bytes().split(b"\n")) == 5


@pytest.mark.parametrize("length", [1, 4, 60])
def test_row_file_cut_off_in_its_first_row_can_be_continued(tmp_path: Path, length: int) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_bytes(msgspec.json.encode(row(1))[:length])
    assert (RowFile(path, "a-b", 9000).rows, RowFile(path, "a-b", 9000).torn) == ([], 1)
    written(path, row(1)).settle()
    assert rows_and_torn(path) == ([row(1)], 0)


def test_file_with_runs_of_other_rules_is_refused(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    written(tmp_path / "runs.jsonl", row(1))
    with pytest.raises(UsageError) as error:
        RowFile(tmp_path / "runs.jsonl", "a-c", 9000)
    assert str(error.value) == snapshot


def test_file_with_runs_of_another_intent_limit_is_refused(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    written(tmp_path / "runs.jsonl", row(1))
    with pytest.raises(UsageError) as error:
        RowFile(tmp_path / "runs.jsonl", "a-b", 40)
    assert str(error.value) == snapshot


@pytest.mark.parametrize(
    "content", [b'{"a":1}\n', b"\xff\n", b"[]\n", b"what\n", b'{"a":', b'{"achieved":[\n']
)
def test_file_that_contains_no_valid_rows_is_refused(
    tmp_path: Path, content: bytes, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_bytes(content)
    with pytest.raises(UsageError) as error:
        RowFile(path, "a-b", 9000)
    assert str(error.value) == snapshot
    assert path.read_bytes() == content


def test_journal_is_not_a_file_of_runs(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Caravan.record(path, seed=1).close()
    with pytest.raises(UsageError, match="is a journal; choose another file"):
        RowFile(path, "a-b", 9000)


def test_row_file_that_cannot_be_read_or_written_raises_a_usage_error(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    (tmp_path / "runs.jsonl").mkdir()
    with pytest.raises(UsageError) as error:
        RowFile(tmp_path / "runs.jsonl", "a-b", 9000)
    assert str(error.value) == snapshot
    with pytest.raises(UsageError) as error:
        written(tmp_path / "nowhere" / "runs.jsonl", row(1))
    assert str(error.value) == snapshot
