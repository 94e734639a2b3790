"""Worker processes end when their results are no longer needed, but other processes go on."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from multiprocessing import active_children, get_context
from pathlib import Path

import pytest

from eventcore.tools.executors import Processes, work_off
from tests.cli.process import all_end, env, is_running
from tests.eventcore.tools.inline import Inline


def toil(begun: Path) -> None:
    """Work for longer than a test can take."""
    begun.touch()
    time.sleep(600)


@pytest.mark.slow
def test_leaving_the_executor_ends_its_own_processes_only(tmp_path: Path) -> None:
    other = get_context("spawn").Process(target=time.sleep, args=(600,))
    other.start()
    try:
        with Processes(2) as executor:
            still = [executor.submit(toil, tmp_path / name) for name in "abc"]
            while len([*tmp_path.iterdir()]) < 2:
                time.sleep(0.01)
            mine = [child for child in active_children() if child.pid != other.pid]
            assert len(mine) == 2
        assert not any(child.is_alive() for child in mine)
        assert all(one.done() for one in still)
        assert other.is_alive()
    finally:
        other.terminate()
        other.join()


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGKILL,
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
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


MANY_JOBS = """
from eventcore.tools.executors import Processes, work_off
with Processes(2) as executor:
    for number, _ in work_off(executor, str, range(1_000_000)):
        if number == 0:
            print("begun", flush=True)
"""


@pytest.mark.slow
def test_interrupt_at_any_moment_ends_the_work() -> None:
    for round_number in range(20):
        process = subprocess.Popen(
            [sys.executable, "-c", MANY_JOBS],
            env=env({}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(round_number / 400)
        process.send_signal(signal.SIGINT)
        try:
            _, error = process.communicate(timeout=30)
        finally:
            process.kill()
        assert error.endswith(b"KeyboardInterrupt\n")


@pytest.mark.parametrize("executor", [None, Inline()], ids=["here", "executor"])
def test_each_job_is_done_once_and_comes_with_its_result(executor: Inline | None) -> None:
    pairs = work_off(executor, lambda number: number * number, iter(range(9)), waiting=4)
    first = next(pairs)
    if executor is not None:
        assert executor.submitted <= 8  # only a few jobs are submitted at a time
    assert sorted([first, *pairs]) == [(number, number * number) for number in range(9)]


def test_closing_the_iterator_stops_the_work() -> None:
    executor = Inline()
    pairs = work_off(executor, str, iter(range(100)), waiting=4)
    next(pairs)
    pairs.close()
    assert executor.submitted <= 8


@pytest.mark.parametrize("executor", [None, Inline()], ids=["here", "executor"])
def test_error_of_a_job_is_raised_with_the_job(executor: Inline | None) -> None:
    with pytest.raises(ZeroDivisionError) as error:
        list(work_off(executor, lambda number: 1 // number, [2, 0, 1]))
    assert error.value.__notes__ == ["in the job 0"]


def test_error_for_a_killed_process_blames_no_job() -> None:
    with Processes(1) as executor, pytest.raises(BrokenExecutor) as error:
        list(work_off(executor, os._exit, [9, 8]))
    assert not getattr(error.value, "__notes__", [])
