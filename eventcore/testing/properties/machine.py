"""A Hypothesis state machine that runs, saves, clones and replays a simulation in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from hypothesis import Phase, settings, stateful
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from eventcore.replay.simulation import Source
from eventcore.simulation import Simulation
from eventcore.testing.fakes import intent_for, repr_of
from eventcore.testing.properties.checks import (
    Run,
    check_replay,
    describe_unsaved,
    drift_first,
    play_clone,
    reload,
    source_of,
)

_AT_ONCE: Final = 8  # the maximum number of intents that the machine performs in one step


def _sources(machine: Any) -> st.SearchStrategy[Source]:
    source = machine.source
    return source if isinstance(source, st.SearchStrategy) else st.just(source_of(source))


# These strategies read attributes that subclasses of SimulationMachine define.
_SOURCES = st.runner().flatmap(_sources)
_SOME_INTENTS = st.runner().flatmap(
    lambda machine: st.lists(machine.intents, min_size=1, max_size=_AT_ONCE)
)


class SimulationMachine(RuleBasedStateMachine):
    """A state machine that checks all invariants of a simulation.

    To use it, assign the ``TestCase`` of a subclass to a name that starts with ``Test``. Hypothesis
    creates a simulation. Then it performs intents, saves and loads the simulation, runs clones and
    replays all intents, in any order. Each test ends with a replay. A failure message lists all
    intents.

    Attributes:
        source: The class of the simulation, a ``Source``, or a strategy that draws sources.
        intents: A strategy that draws the intents.
    """

    source: ClassVar[type[Simulation] | Source | st.SearchStrategy[Source]]
    intents: ClassVar[st.SearchStrategy[Any]]

    _sound = False  # whether a simulation has begun and no check has failed
    _was_saved = False  # whether the simulation or a clone has been saved and loaded

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)

        def run_test(case: Any) -> None:
            # Skip the phase that explains failures. It traces every line, which makes shrinking
            # about ten times slower, and most of the lines that it reports are in the library.
            phases = [phase for phase in case.settings.phases if phase is not Phase.explain]
            stateful.run_state_machine_as_test(cls, settings=settings(case.settings, phases=phases))

        case: Any = cls.TestCase  # the property TestCase returns the same class each time
        case.runTest = run_test

    def alive(self, entity: Any) -> bool:
        """Return whether an entity may act. By default, all entities in the world may act."""
        return bool(entity.alive)

    @initialize(source=_SOURCES)
    def begin(self, source: Source) -> None:
        self._source = source
        self._run = Run(source.begin(), self.alive)
        self._sound = True

    @rule(intents=_SOME_INTENTS)
    def perform(self, intents: list[Any]) -> None:
        with self._noted():
            self._run.play(intents)

    @rule(intents=_SOME_INTENTS)
    def play_a_clone(self, intents: list[Any]) -> None:
        self._was_saved = True
        with self._noted(intents), drift_first(self._source, self._run.intents):
            where = f"after {len(self._run.steps)} intents"
            play_clone(self._source, self._run.simulation, intents, where)

    @rule()
    def save_and_load(self) -> None:
        self._was_saved = True
        where = f"after {len(self._run.steps)} intents"
        with self._noted(), drift_first(self._source, self._run.intents):
            self._run.continue_with(reload(self._source, self._run.simulation, where))

    @precondition(lambda self: self._run.steps)
    @rule()
    def replay(self) -> None:
        with self._noted(), drift_first(self._source, self._run.intents):
            check_replay(self._source, self._run)

    def teardown(self) -> None:
        if self._sound and self._run.steps:
            self.replay()

    @contextmanager
    def _noted(self, ahead: Sequence[Any] = ()) -> Iterator[None]:
        """If the ``with`` block fails, add a note with all intents to the error."""
        try:
            yield
        except AssertionError as error:
            self._sound = False
            moved = [intent_for(self._run.simulation, intent) for intent in ahead]
            intents = ", ".join(map(repr_of, [*self._run.intents, *moved]))
            error.add_note(f"intents = [{intents}]")
            if self._was_saved:
                error.add_note(describe_unsaved(self._source))
            raise
