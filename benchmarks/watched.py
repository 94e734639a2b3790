"""Observers, taps and the tracer: the cost of supporting them, and of each one in use.

The bus without observers and taps is built here: the source of the chain, minus the
lines that serve observers and taps, is compiled again.
"""

from __future__ import annotations

from collections.abc import Sequence
from linecache import getlines
from typing import Any

from benchmarks.core import eventcore_contender, raw_contender
from benchmarks.measure import Contender, compare, ratio_of
from benchmarks.results import Section, Target
from benchmarks.work import Move, make_world, spawn_mover
from eventcore import Event, Tap, World
from eventcore.entity import Chain
from eventcore.trace import Tracer

__all__ = ["watched", "watched_contenders", "without_watching"]

SERVING = ("_pending", "_observed", "_settle", "tap")
"""Texts that mark a line of a chain as serving observers or taps."""


class Idle(Tap):
    """A tap without overridden hooks, so none of them is called."""


class Settled(Tap):
    """A tap that receives settled events and ignores them."""

    def settled(self, event: Event) -> None:
        """Do nothing."""


def watched() -> Section:
    """Measure a bus that is not watched, one that cannot be, and several that are."""
    rows, times = compare(watched_contenders(), rounds=60)
    absent = ratio_of(times, "no observer, no tap", "bus that has neither")
    title = "Observers and taps, against a bus that has neither"
    traced = ratio_of(times, "a tracer", "no observer, no tap")
    targets = [
        Target("observers and taps absent, of a bus that has neither", absent, 1.05),
        Target("traced, every change told, of a publish that nobody watches", traced, 3.5),
    ]
    return Section("watched", title, rows, targets=targets)


def watched_contenders() -> list[Contender]:
    """Create the contenders, compared with the bus without observers and taps."""
    observed, idle, settled = make_world(), make_world(), make_world()
    observed.observe(Move, lambda event: None)
    idle.tap(Idle())
    settled.tap(Settled())
    contenders = [
        eventcore_contender("bus that has neither", without_watching(make_world())),
        eventcore_contender("no observer, no tap"),
        eventcore_contender("a tap that overrides nothing", idle),
        eventcore_contender("a tap on settled events", settled),
        eventcore_contender("one observer", observed),
        traced_contender(),
        eventcore_contender("World(debug=True)", make_world(debug=True)),
    ]
    for contender in contenders:
        contender.against = "bus that has neither"
    raw = raw_contender()
    raw.against = "bus that has neither"
    return [raw, *contenders]


def traced_contender() -> Contender:
    """Create a contender with a tracer that is cleared before each batch."""
    world = make_world()
    tracer = Tracer(world)
    world.tap(tracer)
    contender = eventcore_contender("a tracer", world)
    publish_all = contender.run

    def run(steps: Sequence[int]) -> None:
        tracer.clear()
        publish_all(steps)

    contender.run = run
    return contender


def without_watching(world: World) -> World:
    """Replace the Move chain of a world with one that ignores observers and taps."""
    mover = spawn_mover(world)
    world.publish(Move(mover, 1, 0))  # compiles the chain
    world.publish(Move(mover, -1, 0))
    chains: Any = mover._archetype.chains
    lines = getlines(chains[Move].__code__.co_filename)
    kept = [line for line in lines if not any(mark in line for mark in SERVING)]
    if len(kept) == len(lines):
        raise AssertionError("no line of the chain serves observers: the comparison is idle")
    chains[Move] = _compiled("".join(kept), chains[Move])
    return world


def _compiled(text: str, original: Chain) -> Chain:
    names = dict(original.__globals__)
    exec(text, names)
    chain: Chain = names["chain"]
    return chain
