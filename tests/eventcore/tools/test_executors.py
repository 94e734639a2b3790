"""Processes to hand work to: who leaves them ends them at once, and nobody else's."""

import time
from collections.abc import Iterator
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess

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


@pytest.mark.slow
def test_whoever_leaves_ends_those_that_work_still_and_no_other(other: BaseProcess) -> None:
    begun = time.monotonic()
    with Processes(2) as executor:
        assert executor.submit(abs, -3).result() == 3
        still = [executor.submit(time.sleep, 600) for _ in range(3)]
        mine = [child for child in active_children() if child is not other]
        assert mine
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
