"""The check: played in any other order of equals, a simulation must come to the same.

Each run is played once with all accesses watched, and turned about once more where one
handler's refusing keeps another from what it would do. Then each pair that conflicts, may
mask a refusal or is excused is swapped in the runs that had it in a chain. All other pairs
are tried together: turned about, and shuffled. What is compared after each intent is the
digest of the whole state and what the Actions and Changes have said that settled meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from eventcore.dispatch.order import Plan
from eventcore.testing.order.accesses import Accesses
from eventcore.testing.order.arranging import Arrange, reversed_, shuffled, swapped
from eventcore.testing.order.conflicts import Conflict, find_conflicts, masks
from eventcore.testing.order.pairs import Decider, Names, Pair, names_of, pairs_of
from eventcore.testing.order.report import Moved, OrderReport
from eventcore.testing.order.scenario import Scenario

Exceptions = Mapping[Names | str, str]
"""Why a pair of handlers, or all that share a field, may stay as they are."""


def check_order(
    runs: Sequence[Scenario],
    *,
    exceptions: Exceptions | None = None,
    shuffles: int = 2,
    deciders: Collection[Decider] = tuple(Decider),
) -> OrderReport:
    """Find the handlers of equal priority whose order is more than a matter of taste.

    Args:
        runs: What is played.
        exceptions: Why a pair may stay as it is, by the labels of its handlers in either
            order; or why a field may be shared, by its name, as ``"HowMuch.sum"``: then
            it is no cause of a conflict. A pair that is seen to decide is excused by its
            own labels only.
        shuffles: How many random orders each run is played in.
        deciders: Among the pairs of equal priority, those count whose order hangs on one
            of these. The others stay as they are.

    Raises:
        ValueError: An exception has no reason, or a run is not the same each time, be it
            only after others.
    """
    check = _Check(runs, exceptions or {}, deciders)
    check.swap_suspects()
    check.shuffle(shuffles)
    check.play_again()
    return check.report()


class _Check:
    def __init__(
        self, runs: Sequence[Scenario], exceptions: Exceptions, deciders: Collection[Decider]
    ) -> None:
        for what, reason in exceptions.items():
            if not reason.strip():
                raise ValueError(f"the exception of {what!r} has no reason: say why it may stay")
        self._pairs_excused = [names_of(*key) for key in exceptions if not isinstance(key, str)]
        self._fields_excused = [key for key in exceptions if isinstance(key, str)]
        self._deciders = deciders
        self._runs = runs
        self._accesses = Accesses()
        # Of each run, the pairs its chains had: those that count, with how far apart they stand
        # at most; and those that do not.
        self._met: list[dict[Names, int]] = []
        self._left: list[dict[Names, None]] = []
        self._plain: list[list[str]] = []
        self._tried = 0
        pairs = [self._watch(run) for run in runs]
        for number, counted in enumerate(pairs):
            if any(masks(self._accesses, pair) for pair in counted):
                self._watch_reversed(number)
        every = list(dict.fromkeys(chain(*pairs)))
        self._conflicts = find_conflicts(self._accesses, every)
        self._masks = [pair.names for pair in every if masks(self._accesses, pair)]
        self._moved: dict[Names, Moved] = {}
        self._shuffles: list[str] = []

    def _watch(self, run: Scenario) -> dict[Pair, None]:
        """Play a run twice, once with all accesses watched, and give the pairs that count."""
        counted: dict[Pair, None] = {}
        met: dict[Names, int] = {}
        left: dict[Names, None] = {}

        def note(plan: Plan) -> Plan:
            labels = [step.handler.label for step in plan.steps]
            for pair in pairs_of(plan):
                if pair.decider in self._deciders:
                    counted[pair] = None
                    apart = labels.index(pair.other) - labels.index(pair.one)
                    met[pair.names] = max(apart, met.get(pair.names, apart))
                else:
                    left[pair.names] = None
            return plan

        plain = [*run.states(_unchanged)]
        with self._accesses:
            watched = [*run.states(note)]
        self._tried += 2
        self._plain.append(plain)
        self._met.append(met)
        self._left.append(left)
        if watched != plain:
            raise self._not_the_same(run)
        return counted

    def _watch_reversed(self, number: int) -> None:
        """Watch a run in which those come first that may be masked by a refusal."""
        self._tried += 1
        with self._accesses:
            for _ in self._runs[number].states_or_error(reversed_(self._left[number])):
                pass

    def play_again(self) -> None:
        """See that each run is still what it was before all the others were played.

        Raises:
            ValueError: A run is not what it was.
        """
        for number, run in enumerate(self._runs):
            if self._compare(number, _unchanged) is not None:
                raise self._not_the_same(run)

    @staticmethod
    def _not_the_same(run: Scenario) -> ValueError:
        return ValueError(
            f"{run.name} is not the same each time it is played: let begin() make all of it "
            "anew, and everything follow from the seed and the intents"
        )

    def swap_suspects(self) -> None:
        """Swap each pair that conflicts, may mask a refusal or is excused, neighbours first."""
        conflicting = [conflict.names for conflict in self._conflicts]
        named = dict.fromkeys([*conflicting, *self._masks, *self._pairs_excused])
        apart = {
            names: max(met[names] for met in self._met if names in met)
            for names in named
            if any(names in met for met in self._met)
        }
        for names in sorted(apart, key=lambda names: (apart[names], names)):
            self._swap(names)

    def _swap(self, names: Names) -> Moved | None:
        """Find the first run that a pair's order changes; None where no run has it."""
        for number, met in enumerate(self._met):
            if names in met and names not in self._moved:
                after = self._divergence_of(number, names)
                if after is not None:
                    self._moved[names] = Moved(names, self._runs[number].name, after)
        return self._moved.get(names)

    def _divergence_of(self, number: int, names: Names) -> int | None:
        """Say after how many intents a run is another with a pair swapped.

        Whichever of the two is moved passes the handlers that stand between them, so it
        counts only if it is another both ways.
        """
        early = self._compare(number, swapped(names))
        if early is None or self._met[number][names] == 1:
            return early
        late = self._compare(number, swapped(names, late=True))
        return None if late is None else min(early, late)

    def _compare(self, number: int, arrange: Arrange) -> int | None:
        self._tried += 1
        states = self._runs[number].states_or_error(arrange)
        plain = self._plain[number]
        for after, state in enumerate(states):
            if state != plain[after]:
                return after
        return None

    def shuffle(self, times: int) -> None:
        """Try all pairs that were not seen to decide together."""
        for number, run in enumerate(self._runs):
            if not self._met[number]:
                continue
            for seed in range(-1, times):
                fixed = {**self._moved, **self._left[number]}
                arrange = reversed_(fixed) if seed < 0 else shuffled(seed, fixed)
                after = self._compare(number, arrange)
                if after is not None:
                    found = [self._swap(names) for names in self._met[number] if names not in fixed]
                    if not any(found):
                        how = "turned about" if seed < 0 else f"shuffled by seed {seed}"
                        self._shuffles.append(
                            f"{run.name} is another from intent {after} on when handlers of "
                            f"equal priority are {how}, though no pair alone makes it so"
                        )

    def report(self) -> OrderReport:
        """Put together what was found and is not excused."""
        found: list[Conflict] = []
        excused: list[Conflict] = []
        for conflict in self._conflicts:
            shared = [what for what in conflict.what if what not in self._fields_excused]
            free = conflict.names in self._pairs_excused or not shared
            (excused if free else found).append(conflict)
        fields = {what for conflict in self._conflicts for what in conflict.what}
        pairs = {conflict.names for conflict in self._conflicts} | self._moved.keys()
        unused = [" and ".join(n) for n in self._pairs_excused if n not in pairs]
        unused += [name for name in self._fields_excused if name not in fields]
        moved = [one for one in self._moved.values() if one.names not in self._pairs_excused]
        return OrderReport(
            tuple(found),
            tuple(sorted(moved, key=lambda one: one.names)),
            tuple(self._shuffles),
            tuple(unused),
            tuple(excused),
            self._tried,
        )


def _unchanged(plan: Plan) -> Plan:
    return plan
