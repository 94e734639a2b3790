"""Processes to hand work to: who leaves them ends them at once, and nobody else's."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from eventcore.tools import Processes
from tests.cli.process import all_end, env, is_running


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


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_workers_end_with_their_parent(tmp_path: Path, number: int) -> None:
    command = [sys.executable, "-m", "tests.eventcore.tools.busy_workers", str(tmp_path)]
    with subprocess.Popen(command, env=env({}), stdin=subprocess.PIPE) as parent:
        while len([*tmp_path.iterdir()]) < 2:
            assert parent.poll() is None
            time.sleep(0.01)
        workers = [int(path.name) for path in tmp_path.iterdir()]
        assert all(map(is_running, workers))
        parent.send_signal(number)
        parent.wait()
    try:
        assert all_end(workers, 5)
    finally:
        for worker in filter(is_running, workers):
            os.kill(worker, signal.SIGKILL)
