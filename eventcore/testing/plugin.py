"""The pytest plugin: fixtures, and what a report says of the worlds of a test that failed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any, Final, Protocol

import pytest

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.event import Event
from eventcore.testing.probe import Probe
from eventcore.trace import Namer
from eventcore.world import World

pytest_plugins: list[str] = ["eventcore.testing.journals", "eventcore.testing.journal_coverage"]

_PROBES: Final = pytest.StashKey[list[Probe]]()
_SECTION: Final = "event trace"
_MOST_LINES: Final = 200
"""So many lines of a world's trace are shown, the last ones."""
_MOST_WORLDS: Final = 3
"""So many of a test's worlds are shown, the last ones: with Hypothesis it has hundreds."""


class MakeWorld(Protocol):
    """Makes a small world that is traced."""

    def __call__(
        self,
        *components: type[Component],
        seed: int = 0,
        debug: bool = False,
        depth_limit: int = 100,
        streams: Mapping[str, Iterable[Any]] | None = None,
    ) -> World:
        """Make a world for a test.

        Args:
            components: Its component classes, in its order.
            seed: Its seed.
            debug: Whether it runs the checking loop.
            depth_limit: How many causes an event may have.
            streams: What its streams draw, by their names; see ``ScriptedStream``.
        """
        ...


class MakeProbe(Protocol):
    """Gives the probe of a world."""

    def __call__(self, world: World, name: Namer | None = None) -> Probe:
        """Give it, attached when it is first asked for.

        Args:
            world: Any world.
            name: Says what entities are called in traces, from now on.
        """
        ...


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command line options of the plugin."""
    parser.getgroup("eventcore").addoption(
        "--event-trace", action="store_true", help="show the event traces of tests that passed, too"
    )


@pytest.fixture
def probe(request: pytest.FixtureRequest) -> Iterator[MakeProbe]:
    """Publish events in a world and assert on what became of them: ``probe(world).publish(…)``."""
    probes: list[Probe] = request.node.stash.setdefault(_PROBES, [])

    def make(world: World, name: Namer | None = None) -> Probe:
        for one in probes:
            if one.world is world:
                one.name = name or one.name
                return one
        probes.append(Probe(world, name))
        return probes[-1]

    yield make
    for one in probes:
        one.detach()


@pytest.fixture
def small_world(probe: MakeProbe) -> MakeWorld:
    """Make a world of some component classes: ``small_world(Track, Guard, seed=1)``."""

    def make(
        *components: type[Component],
        seed: int = 0,
        debug: bool = False,
        depth_limit: int = 100,
        streams: Mapping[str, Iterable[Any]] | None = None,
    ) -> World:
        world = World(seed=seed, components=components, debug=debug, depth_limit=depth_limit)
        one = probe(world)
        for name, draws in (streams or {}).items():
            one.script(name, draws)
        return world

    return make


@pytest.fixture
def chain() -> Callable[..., list[str]]:
    """Give the handlers an event would meet, in order: ``chain(world, Move, walker)``."""

    def order(world: World, kind: type[Event], *entities: Entity | None) -> list[str]:
        return [step.handler.label for step in world.plan(kind, *entities).steps]

    return order


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the traces of a test's worlds to its report."""
    report = yield
    if report.failed or (report.when == "call" and item.config.getoption("--event-trace")):
        probes: list[Probe] = item.stash.get(_PROBES, [])
        numbered = list(enumerate(probes, 1))
        for number, one in numbered[-_MOST_WORLDS:]:
            report.sections.append((_title(number, one), _text(one)))
    if report.when == "teardown" and _PROBES in item.stash:
        del item.stash[_PROBES]  # the test is there to the end of the run; its worlds need not be
    return report


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Say of two events in what they differ, and that each is equal to itself alone."""
    if op != "==" or not (isinstance(left, Event) and isinstance(right, Event)):
        return None
    said = [f"{left!r} == {right!r}", "each event is equal to itself alone; compare their fields"]
    for name in dict.fromkeys([*left._fields_, *right._fields_]):
        one, other = getattr(left, name, "(none)"), getattr(right, name, "(none)")
        if one is not other and one != other:
            said.append(f"{name}: {one!r} and {other!r}")
    return said


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Show the traces of the tests that passed, where they are asked for."""
    if not config.getoption("--event-trace"):
        return
    stats = terminalreporter.stats
    for report in [one for key in ("passed", "xfailed", "xpassed") for one in stats.get(key, [])]:
        for title, text in getattr(report, "sections", ()):
            if title.startswith(_SECTION):
                terminalreporter.section(f"{report.nodeid}: {title}", sep="-")
                terminalreporter.write_line(text)


def _title(number: int, probe: Probe) -> str:
    return f"{_SECTION} of world {number}, seed {probe.world.seed}"


def _text(probe: Probe) -> str:
    lines = probe.lines()
    left = len(lines) - _MOST_LINES
    shown = [f"({left} lines before)", *lines[-_MOST_LINES:]] if left > 0 else lines
    return "\n".join(shown) or "(nothing was published)"
