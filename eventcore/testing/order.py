"""The order checker finds handlers of equal priority whose order changes the result.

The checker runs each scenario several times, with handlers of equal priority reversed or shuffled.
If a result changes, the checker swaps single pairs of handlers to find those whose order matters.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations, groupby
from typing import Any, TypeAlias
from unittest.mock import patch

import attrs

from eventcore.diagnose.activity import Activity, Row
from eventcore.diagnose.nondeterminism import first_act
from eventcore.dispatch.order import Plan, Step
from eventcore.dispatch.routing import Router
from eventcore.event import Action, Broadcast, Change, Event
from eventcore.phase import describe
from eventcore.replay.shrinking import crash_of
from eventcore.rng import Stream
from eventcore.schema.values import encode, encode_event
from eventcore.state.digest import hash_of, state_digest
from eventcore.tap import Tap
from eventcore.testing.fakes import intent_for, repr_of
from eventcore.text import listed
from eventcore.world import World

Pair: TypeAlias = tuple[str, str]  # the labels of two handlers, in alphabetical order
Arrange: TypeAlias = Callable[[type[Event], list[Step]], list[Step]]  # reorders equal handlers


@attrs.frozen
class Scenario:
    """A simulation, and the intents that it performs.

    Attributes:
        name: The name of the scenario in reports.
        begin: A function that creates the simulation, always in the same state. The simulation may
            be any object with a ``world`` attribute and a ``perform`` method.
        intents: The intents or their records in a journal, in order.
        every: Compare the whole state each time this many intents have been performed, and at the
            end. The settled events are compared after each intent.
    """

    name: str
    begin: Callable[[], Any]
    intents: Sequence[Any]
    every: int = 1


@attrs.frozen
class OrderReport:
    """The result of ``check_order``.

    Attributes:
        pairs: For each pair of handlers whose order matters, the name of a scenario and the number
            of the first intent whose result differs between the two orders. The number is 0 if the
            state differs before the first intent.
        lines: A description of each problem.
        plays: The total number of runs of all scenarios.
    """

    pairs: Mapping[Pair, tuple[str, int]]
    lines: tuple[str, ...]
    plays: int

    def __str__(self) -> str:
        return "\n".join(self.lines) or f"handler order does not matter ({self.plays} runs)"


def check_order(scenarios: Sequence[Scenario], *, shuffles: int = 2) -> OrderReport:
    """Find handlers of equal priority whose order changes the result of a scenario.

    Args:
        scenarios: The scenarios to run.
        shuffles: The number of random handler orders to try for each scenario.

    Raises:
        ValueError: A scenario is not deterministic. The message names the intent, the turn and the
            handler of the first difference.
    """
    found: dict[Pair, tuple[str, int]] = {}
    checks = [_Check(scenario) for scenario in scenarios]
    lines: list[str] = []
    for check in checks:
        for seed in range(-1, shuffles):
            lines += check.rearrange(seed, found)
    for check in checks:  # check again, because the runs may have changed global state
        check.require_same()
    return OrderReport(found, tuple(lines), sum(check.plays for check in checks))


class _Check:
    """Runs one scenario with several handler orders, and compares each run with the first."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.plays = 1
        # Maps each pair of handlers of equal priority to a text with their event and priority.
        # The second value is the largest distance between the two handlers in any chain.
        self._met: dict[Pair, tuple[str, int]] = {}
        self._first = [*_play(scenario)]
        self.require_same(self._note)

    def _note(self, kind: type[Event], steps: list[Step]) -> list[Step]:
        for (first, step), (second, other) in combinations(enumerate(steps), 2):
            pair = _pair(step.handler.label, other.handler.label)
            # A handler that runs several times in a chain does not form a pair with itself.
            if pair[0] != pair[1] and self._met.get(pair, ("", 0))[1] < second - first:
                event = f"{kind.__name__} {describe(step.handler.priority)}"
                self._met[pair] = event, second - first
        return steps

    def require_same(self, note: Arrange = lambda kind, steps: steps) -> None:
        """Raise ValueError if another run in the original order differs from the first run."""
        after = self._compare(note)
        if after is not None:
            raise ValueError(
                f"{self.scenario.name} is not deterministic: two runs of the same intents differ"
                f"{describe_drift(self.scenario, after)}; begin() must create a new simulation "
                "each time, and its results may depend only on the seed and the intents"
            )

    def _compare(self, arrange: Arrange) -> int | None:
        """Return the number of the first intent whose result differs in a run with ``arrange``."""
        self.plays += 1
        number = -1
        try:
            for number, fingerprint in enumerate(_play(self.scenario, arrange)):
                if fingerprint != self._first[number]:
                    return number
        except Exception:  # the first run raised no error, so this result differs
            return number + 1
        return None

    def swap(self, pair: Pair) -> int | None:
        """Swap two handlers, and return the number of the first intent whose result differs.

        A handler that is moved also passes all handlers between the two. If the two are not
        adjacent, their order matters only if each of the two possible moves changes the result.
        """
        first = self._compare(_swapped(pair))
        if first is None or self._met[pair][1] == 1:
            return first
        second = self._compare(_swapped(pair, late=True))
        return None if second is None else min(first, second)

    def rearrange(self, seed: int, found: dict[Pair, tuple[str, int]]) -> Iterator[str]:
        """Run the scenario with handlers reordered, add pairs to ``found``, and yield problems."""
        name = self.scenario.name
        while self._met:
            keep = {*found}
            after = self._compare(_shuffled(seed, keep))
            if after is None:
                return
            pairs = sorted((apart, pair) for pair, (_, apart) in self._met.items())
            for pair in [pair for _, pair in pairs if pair not in keep]:
                number = self.swap(pair)
                if number is not None:
                    found[pair] = name, number
                    yield (
                        f"{self._met[pair][0]}: swapping {' and '.join(pair)} changes {name} "
                        f"from intent {number} on; give them different priorities"
                    )
            if found.keys() <= keep:
                how = "reversed" if seed < 0 else f"shuffled with seed {seed}"
                yield (
                    f"{name} changes from intent {after} on if handlers of equal priority are "
                    f"{how}, but swapping a single pair never changes the result"
                )
                return


def _play(
    scenario: Scenario,
    arrange: Arrange = lambda kind, steps: steps,
    watch: Callable[[World], object] = lambda world: None,
) -> Iterator[str]:
    """Run a scenario, and yield a fingerprint at the start and after each intent."""
    original = Router.plan

    def plan(router: Router, kind: type[Event], roles: Any) -> Plan:
        found = original(router, kind, roles)
        groups = groupby(found.steps, key=lambda step: step.handler.priority)
        steps = chain.from_iterable(arrange(kind, [*group]) for _, group in groups)
        return attrs.evolve(found, steps=tuple(steps))

    with patch.object(Router, "plan", plan):
        simulation = scenario.begin()
        watch(simulation.world)
        # Events can differ even if the resulting state is the same.
        settled, tap = list[bytes](), Tap()
        tap.override(settled=lambda event: settled.extend(_written(event)))
        simulation.world.tap(tap)
        yield f"{state_digest(simulation.world)} {hash_of(b''.join(settled))}"
        for number, intent in enumerate(scenario.intents, 1):
            settled.clear()
            simulation.perform(intent_for(simulation, intent))
            whole = number % scenario.every == 0 or number == len(scenario.intents)
            yield f"{state_digest(simulation.world) if whole else ''} {hash_of(b''.join(settled))}"


def _written(event: Event) -> Iterator[bytes]:
    if isinstance(event, Action | Change | Broadcast):
        yield encode_event(event)
    if isinstance(event, Action):
        yield encode(event.cost)


def describe_drift(scenario: Scenario, after: int | None = None) -> str:
    """Run a scenario twice, and describe the intent, turn and handler of the first difference.

    If the runs do not differ, describe intent number ``after``, or return an empty string.
    """
    found, every = -1, attrs.evolve(scenario, every=1)
    for repeated in (False, True):  # when repeated, read all entities during the intent found
        runs = [list(_watched(every, found)) for _ in range(2)]
        pairs = enumerate(zip(*runs, strict=False))
        number = next((number for number, (a, b) in pairs if a[:2] != b[:2]), -1)
        if number >= 0 or not repeated:
            found, (one, two) = number, runs
    after = found if found >= 0 else after
    if after is None:
        return ""
    if after == 0:
        return " before the first intent"
    intent, act = repr_of(scenario.intents[after - 1]), ""
    if after < min(len(one), len(two)):
        (_, mine, activity, _), (_, other, again, _) = one[after], two[after]
        row, text = first_act(mine, other, activity.names | again.names)
        ran = listed(row.by for row in mine if row.kind == "ran")
        act = f", in the state, after {ran}" if row is None else f": {text}"
        act += "" if row is None or f"{row.by} " in text else f", by {row.by}"
    return f" at intent {after}, {intent}, on turn {one[after - 1][-1]}{act}"


def _watched(scenario: Scenario, whole: int) -> Iterator[tuple[str, list[Row], Activity, int]]:
    watched: list[tuple[Activity, World]] = []
    fingerprints = _play(scenario, watch=lambda world: watched.append((Activity(world), world)))
    try:
        for number, fingerprint in enumerate(fingerprints):
            activity, world = watched[0]
            rows = activity.take()
            activity.ids = None if number == whole - 1 else ()
            activity.take()  # reads all components before the intent changes them
            yield fingerprint, rows, activity, world.turn
    except Exception as error:
        if not watched:
            raise
        yield crash_of(error), watched[0][0].take(), watched[0][0], 0


def _pair(one: str, two: str) -> Pair:
    return (one, two) if one <= two else (two, one)


def _swapped(pair: Pair, *, late: bool = False) -> Arrange:
    def swap(kind: type[Event], steps: list[Step]) -> list[Step]:
        labels = [step.handler.label for step in steps]
        if set(pair) <= set(labels):
            first, last = sorted(labels.index(label) for label in pair)
            old, new = (first, last) if late else (last, first)
            steps.insert(new, steps.pop(old))
        return steps

    return swap


def _shuffled(seed: int, fixed: Collection[Pair]) -> Arrange:
    """Shuffle handlers of equal priority, or reverse them (seed -1). Keep fixed pairs in order."""
    stream = Stream(seed, "order")

    def waits(step: Step, before: Sequence[Step]) -> bool:
        label, others = step.handler.label, [other.handler.label for other in before]
        return any(other == label or _pair(other, label) in fixed for other in others)

    def shuffle(kind: type[Event], steps: list[Step]) -> list[Step]:
        order: list[Step] = []
        while steps:
            free = [step for place, step in enumerate(steps) if not waits(step, steps[:place])]
            order.append(free[-1] if seed < 0 else stream.pick(free))
            steps.remove(order[-1])
        return order

    return shuffle
