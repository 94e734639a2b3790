"""A Dask cluster plays games: a real scheduler and two workers, one of which is killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import attrs
import pytest

from bidden.batches.rows import read_rows
from tests.cli.process import ROOT, Finished, env, run
from tests.examples.printed import scripts

pytestmark = pytest.mark.slow


@attrs.frozen
class Cluster:
    """A scheduler, its address and its workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    started = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=env({}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Start two workers of one thread each, without a nanny that would restart them."""
    file = tmp_path / "scheduler.json"
    common = ("--scheduler-file", str(file), "--no-dashboard")
    work = ("distributed.cli.dask_worker", *common, "--nthreads", "1", "--no-nanny")
    folder = ("--local-directory", str(tmp_path))
    with process("distributed.cli.dask_scheduler", *common, "--port", "0") as scheduler:
        address = await_address(file, scheduler)
        with process(*work, *folder) as one, process(*work, *folder) as other:
            yield Cluster(address, scheduler, [one, other])


def await_address(file: Path, scheduler: subprocess.Popen[bytes]) -> str:
    """Return the address in a scheduler's file, once the file is complete."""
    while scheduler.poll() is None:
        with suppress(FileNotFoundError, json.JSONDecodeError):
            return str(json.loads(file.read_text())["address"])
        time.sleep(0.05)
    raise AssertionError("the scheduler ended before it wrote its address")


def bidden(*arguments: str | Path) -> Finished:
    return run("-m", "bidden", *arguments)


def begin_batch(cluster: Cluster, to: Path, seeds: str) -> subprocess.Popen[str]:
    command = ("simulate", "--seeds", seeds, "--most", "80", "--to", str(to))
    batch = subprocess.Popen(
        [sys.executable, "-m", "bidden", *command, "--cluster", cluster.address],
        cwd=ROOT,
        env=env({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while batch.poll() is None and not (to.exists() and to.read_bytes().count(b"\n") >= 2):
        time.sleep(0.01)
    return batch


def test_batch_is_the_same_though_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    to, alone = tmp_path / "runs.jsonl", tmp_path / "alone.jsonl"
    batch = begin_batch(cluster, to, "0:12")
    cluster.workers[0].send_signal(signal.SIGKILL)
    done_before = len(read_rows(to))
    _, err = batch.communicate(timeout=300)
    assert batch.returncode == 0, err
    assert done_before < 12
    assert bidden("simulate", "--seeds", "0:12", "--most", "80", "--to", alone).code == 0
    assert to.read_bytes() == alone.read_bytes()


def test_lost_scheduler_is_one_line_and_costs_no_finished_run(
    cluster: Cluster, tmp_path: Path
) -> None:
    to = tmp_path / "runs.jsonl"
    batch = begin_batch(cluster, to, "0:200")
    cluster.scheduler.kill()
    out, err = batch.communicate(timeout=300)
    assert (batch.returncode, out, err.count("\n")) == (2, "", 1)
    assert cluster.address in err
    assert len(read_rows(to)) >= 2


def test_cluster_is_set_up_and_plays_as_the_page_shows(tmp_path: Path) -> None:
    (block,) = [one for one in scripts() if any("dask" in line for line in one.commands)]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    lines = "\n".join(block.commands).replace("8786", port)
    lines = lines.replace("--seeds 0:2000", "--seeds 0:3 --most 20")
    assert lines.count(port) == 3
    commands = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    with (tmp_path / "told.txt").open("w+") as told:
        shell = subprocess.Popen(
            ["sh", "-c", lines],
            cwd=tmp_path,
            env=env(commands),
            stdout=told,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # this also ends its background processes
        )
        try:
            code = shell.wait(240)
        finally:
            os.killpg(shell.pid, signal.SIGKILL)
            shell.wait()
        assert code == 0, (tmp_path / "told.txt").read_text()
    assert len(read_rows(tmp_path / "runs.jsonl")) == 3
