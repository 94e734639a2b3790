"""The machine: a simulation that is played, saved, cloned and replayed in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from eventcore.replay.simulation import Source
from eventcore.testing.properties.checks import (
    Rules,
    Run,
    check_replay,
    drift_first,
    play_clone,
    reload,
)

_AT_ONCE: Final = 8
"""The most intents that one step of the machine performs."""
_REQUIRED: Final = {
    "source": "source = Source(begin, restore)",
    "intents": "intents = intents(Move, Wait)",
}


class SimulationMachine(RuleBasedStateMachine):
    """All invariants of a simulation. Subclass it, and assign its ``TestCase`` to a name ``Test…``.

    Hypothesis begins a simulation. Then, in any order, it performs intents, saves and loads, plays
    a clone, and replays everything, which it also does at the end. A failure notes the intents as
    a list.

    Attributes:
        source: What creates simulations, or a strategy for it.
        intents: A strategy for the intents.
    """

    source: ClassVar[Source | st.SearchStrategy[Source]]
    intents: ClassVar[st.SearchStrategy[Any]]

    begin: ClassVar[Any]
    perform: ClassVar[Any]
    play_a_clone: ClassVar[Any]

    _sound = False
    """True once it has begun, until a failure."""

    def __init__(self) -> None:
        for name, example in _REQUIRED.items():
            if not hasattr(self, name):
                raise TypeError(f"{type(self).__name__} has no {name}; give it {example}")
        super().__init__()

    def __init_subclass__(cls, **options: Any) -> None:
        """Create the rules that draw from ``source`` and ``intents``."""
        super().__init_subclass__(**options)
        if "source" in vars(cls):
            source = cls.source
            sources = st.just(source) if isinstance(source, Source) else source
            cls.begin = initialize(source=sources)(_named("begin", cls._begin))
        if "intents" in vars(cls):
            some = st.lists(cls.intents, min_size=1, max_size=_AT_ONCE)
            cls.perform = rule(intents=some)(_named("perform", cls._perform))
            cls.play_a_clone = rule(intents=some)(_named("play_a_clone", cls._play_a_clone))

    def alive(self, entity: Any) -> bool:
        """Return whether an entity may act; by default, whether it is in its world."""
        return bool(entity.alive)

    @rule()
    def save_and_load(self) -> None:
        """Go on with the loaded simulation."""
        with self._noted(), drift_first(self._source, self._run.intents):
            self._run.go_on(reload(self._source, self._run.simulation, self._where))
        self._rules = Rules(self._run.simulation.world, self.alive)
        self._loaded.append(len(self._run.steps))

    @precondition(lambda self: self._run.steps)
    @rule()
    def replay(self) -> None:
        """Replay everything, without saving and cloning."""
        places = ", ".join(str(place) for place in sorted(set(self._loaded)))
        name = f"played (and loaded after {places} intents)" if places else "played"
        with self._noted(), drift_first(self._source, self._run.intents):
            check_replay(self._source, self._run, (name, "replayed"))

    def teardown(self) -> None:
        """Replay everything, unless there was a failure."""
        if self._sound and self._run.steps:
            self.replay()

    def _begin(self, source: Source) -> None:
        self._source = source
        self._loaded: list[int] = []
        self._run = Run(source.begin())
        self._rules = Rules(self._run.simulation.world, self.alive)
        self._sound = True

    def _perform(self, intents: list[Any]) -> None:
        with self._noted():
            for where in self._run.play(intents):
                self._rules.check_settled(where)
                self._rules.check_living(where)

    def _play_a_clone(self, intents: list[Any]) -> None:
        with self._noted(intents), drift_first(self._source, self._run.intents):
            play_clone(self._source, self._run.simulation, intents, self._where)

    @property
    def _where(self) -> str:
        return f"after {len(self._run.steps)} intents"

    @contextmanager
    def _noted(self, ahead: Sequence[Any] = ()) -> Iterator[None]:
        """Note the intents on a failure, with those that a clone has played."""
        try:
            yield
        except AssertionError as error:
            self._sound = False
            error.add_note(f"intents = {[*self._run.intents, *ahead]!r}")
            raise


def _named(name: str, method: Callable[..., None]) -> Callable[..., None]:
    """Return a new function, since a function cannot be a rule of two machines."""

    def call(self: SimulationMachine, **drawn: Any) -> None:
        method(self, **drawn)

    call.__name__ = name
    return call
