"""Processes to hand work to: who leaves them ends them at once, and nobody else's."""

import time
from collections.abc import Iterator
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from eventcore.tools import Processes


@pytest.fixture
def other() -> Iterator[BaseProcess]:
    """A process of somebody else's in this program."""
    process = get_context("spawn").Process(target=time.sleep, args=(600,))
    process.start()
    yield process
    process.terminate()
    process.join()


def toil(begun: Path) -> None:
    """Say that this has begun, and take long."""
    begun.touch()
    time.sleep(600)


@pytest.mark.slow
def test_whoever_leaves_ends_those_that_work_still_and_no_other(
    other: BaseProcess, tmp_path: Path
) -> None:
    begun = time.monotonic()
    with Processes(2) as executor:
        still = [executor.submit(toil, tmp_path / name) for name in "abc"]
        while len([*tmp_path.iterdir()]) < 2:
            time.sleep(0.01)
        mine = [child for child in active_children() if child is not other]
        assert len(mine) == 2
    assert time.monotonic() - begun < 300
    assert [child.exitcode is None for child in mine] == [False] * len(mine)
    assert all(one.done() for one in still)
    assert other.is_alive()


@pytest.mark.slow
def test_those_that_were_left_can_be_left_once_more() -> None:
    executor = Processes(1)
    with executor:
        assert executor.submit(abs, -3).result() == 3
        executor.shutdown()
    with Processes(1):
        pass  # none was started
