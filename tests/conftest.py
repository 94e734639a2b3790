"""Shared fixtures: pytest inside pytest, random order, and counts of sampled cases."""

import gc
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from syrupy.assertion import SnapshotAssertion
from syrupy.types import PropertyPath, SerializableData

from tests.mods import Install, installer
from tests.sampling import Tried

pytest_plugins = ["pytester"]

# No deadline: an example is right or wrong, however busy the machine is.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

ROOT = Path(__file__).resolve().parents[1]
TRIED = pytest.StashKey[Tried]()
CACHE = pytest.StashKey[TemporaryDirectory[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in another order")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("--shuffle")
    if seed is not None:
        Random(seed).shuffle(items)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TRIED] = Tried()
    config.stash[CACHE] = TemporaryDirectory()  # no test writes into the user's own folder
    os.environ["XDG_CACHE_HOME"] = config.stash[CACHE].name
    # A shell's background jobs ignore SIGINT, and under nohup SIGHUP. Children inherit that,
    # but get the default action for each signal that has a handler here.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[CACHE].cleanup()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Freeze the objects of the collected tests, so that the garbage collector skips them.

    New garbage is then collected less often, which halves the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 100)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    return installer(tmp_path, monkeypatch)


@pytest.fixture
def snapshot(
    snapshot: SnapshotAssertion, tmp_path_factory: pytest.TempPathFactory
) -> SnapshotAssertion:
    """Return a snapshot of a text in which folders have the same names on every machine.

    `make snapshots` rewrites all snapshot files, which are reviewed as a diff.
    """
    temporary = re.compile(re.escape(str(tmp_path_factory.getbasetemp())) + r"/[^/\s'\"]+")

    def steady(*, data: SerializableData, path: PropertyPath) -> SerializableData:
        if not isinstance(data, str):
            return data
        return temporary.sub("<tmp>", data).replace(str(ROOT), "<project>")

    return snapshot.with_defaults(matcher=steady)


@pytest.fixture(scope="session")
def tried(pytestconfig: pytest.Config) -> Tried:
    """Counts the cases that a sampling test tried, for the summary of an endurance run."""
    return pytestconfig.stash[TRIED]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Add the counts to the test report, also if the test failed on the way."""
    tally = item.config.stash[TRIED]
    tally.clear()
    try:
        yield
    finally:
        item.user_properties += [(f"tried {what}", count) for what, count in tally.items()]
