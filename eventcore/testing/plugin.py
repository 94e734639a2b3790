"""A pytest plugin that provides fixtures for worlds, and adds event traces to failure reports."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from traceback import walk_tb
from typing import Any, Final

import pytest

from eventcore.event import Event
from eventcore.state.saving import world_of
from eventcore.testing.fakes import leftover_draws
from eventcore.testing.probe import MakeProbe, MakeWorld

pytest_plugins: list[str] = ["eventcore.testing.journals"]

_PROBES: Final = pytest.StashKey[MakeProbe]()
_MOST_LINES: Final = 200  # the maximum number of trace lines that a report shows for a world
_MOST_WORLDS: Final = 3  # the maximum number of worlds in a report, as Hypothesis creates many


@pytest.fixture
def probe(request: pytest.FixtureRequest) -> Iterator[MakeProbe]:
    """Provide the ``probe(world)`` function, which returns the probe of a world."""
    make = request.node.stash[_PROBES] = MakeProbe()
    yield make
    for known in make.probes:
        known.detach()


@pytest.fixture
def small_world(probe: MakeProbe) -> MakeWorld:
    """Provide a function that creates worlds, as in ``small_world(Track, Guard, seed=1)``."""
    return MakeWorld(probe)


@pytest.fixture
def chain() -> Callable[..., list[str]]:
    """Provide a function that lists an event's handlers, as in ``chain(world, Move, walker)``."""
    return lambda world, kind, *entities: [
        step.handler.label for step in world_of(world).plan(kind, *entities).steps
    ]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail tests with undrawn scripted values, hide eventcore's frames, and add event traces."""
    if call.excinfo is not None:
        _hide_frames(call.excinfo.value)
    report = yield
    probes = item.stash[_PROBES].probes if _PROBES in item.stash else []
    if report.when == "call" and report.passed:
        leftover = [line for probe in probes for line in leftover_draws(probe.world, probe.scripts)]
        if leftover:
            report.outcome, report.longrepr = "failed", "\n".join(leftover)
    shows_passes = not {"P", "A"}.isdisjoint(item.config.getoption("reportchars"))
    if report.failed or (report.when == "call" and shows_passes):
        numbered = list(enumerate(probes, 1))
        for number, probe in numbered[-_MOST_WORLDS:]:
            title = f"event trace of world {number}, seed {probe.world.seed}"
            lines = probe.lines() or ["(nothing was published)"]
            if left := len(lines[:-_MOST_LINES]):
                lines[:left] = [f"({left} earlier lines)"]
            report.sections.append((title, "\n".join(lines)))
    if report.when == "teardown" and _PROBES in item.stash:
        del item.stash[_PROBES]  # free memory, because pytest keeps each test until the run ends
    return report


def _hide_frames(error: BaseException) -> None:
    errors = [error]
    for error in errors:  # the loop adds linked errors to this list
        inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
        for linked in (error.__cause__, error.__context__, *inner):
            if linked is not None and linked not in errors:
                errors.append(linked)
        for frame, _ in walk_tb(error.__traceback__):
            name = str(frame.f_globals.get("__name__", ""))
            # Also hide the generated code of compiled chains, whose module name is empty.
            if not name or name.partition(".")[0] == "eventcore":
                frame.f_globals["__tracebackhide__"] = True


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Explain that two events are never equal, and list the fields that differ."""
    if op != "==" or not (isinstance(left, Event) and isinstance(right, Event)):
        return None
    lines = [f"{left!r} == {right!r}", "two events are never equal; compare their fields"]
    for name in dict.fromkeys([*left._fields_, *right._fields_]):
        values = getattr(left, name, "(none)"), getattr(right, name, "(none)")
        if values[0] is not values[1] and values[0] != values[1]:
            lines.append(f"{name}: {values[0]!r} and {values[1]!r}")
    return lines
