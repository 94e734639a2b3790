"""The machine: a simulation that is played, saved, cloned and replayed in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from eventcore.replay.simulation import Source
from eventcore.testing.properties.checks import play_a_clone, reload, replay
from eventcore.testing.properties.event_rules import EventRules, is_alive
from eventcore.testing.properties.playthrough import Playthrough, blaming_drift_first, said

_AT_ONCE = 8
"""So many intents are performed by one step of the machine at the most."""
_WANTED: Final = {
    "source": "one, such as source = Source(begin, restore)",
    "intents": "some, such as intents = intents(Move, Wait)",
}
"""What each machine must be given, and how."""


class SimulationMachine(RuleBasedStateMachine):
    """All properties of a simulation at once. Derive from it, and give pytest its ``TestCase``.

    Life cycle: Hypothesis begins a simulation and then, in any order, lets it perform
    intents, saves and loads it, plays a clone of it on, and replays all it has performed,
    at the end in any case. A failure notes the intents as a list, ready for a test of its own.

    Attributes:
        source: Where simulations come from, or a strategy for that.
        intents: What they perform.
    """

    source: ClassVar[Source | st.SearchStrategy[Source]]
    intents: ClassVar[st.SearchStrategy[Any]]

    begin: ClassVar[Any]
    perform: ClassVar[Any]
    play_a_clone: ClassVar[Any]

    _sound = False
    """Whether it has begun, and nothing was found."""

    def __init__(self) -> None:
        for name, how in _WANTED.items():
            if not hasattr(self, name):
                raise TypeError(f"{type(self).__name__} has no {name}; give it {how}")
        super().__init__()

    def __init_subclass__(cls, **options: Any) -> None:
        """Write the rules that draw intents or a source, now that it is known which."""
        super().__init_subclass__(**options)
        if "source" in vars(cls):
            given = cls.source
            sources = st.just(given) if isinstance(given, Source) else given
            cls.begin = initialize(source=sources)(_named("begin", cls._begin))
        if "intents" in vars(cls):
            some = st.lists(cls.intents, min_size=1, max_size=_AT_ONCE)
            cls.perform = rule(intents=some)(_named("perform", cls._perform))
            cls.play_a_clone = rule(intents=some)(_named("play_a_clone", cls._play_a_clone))

    def alive(self, entity: Any) -> bool:
        """Say whether an entity may act; a game may know other ways to be dead."""
        return is_alive(entity)

    @rule()
    def save_and_load(self) -> None:
        """Go on with what was saved and loaded, which is the same."""
        with self._noting(), self._blaming_drift_first():
            self._go_on(reload(self._source, self._run.simulation, self._here))
        self._loaded.append(len(self._run.steps))

    @precondition(lambda self: self._run.steps)
    @rule()
    def replay(self) -> None:
        """Replay all so far: it is the same, though it was never saved or cloned."""
        places = ", ".join(str(place) for place in sorted(set(self._loaded)))
        with self._noting(), self._blaming_drift_first():
            done = f" (and loaded after {places} intents)" if places else ""
            replay(self._source, self._run, done=done)

    def teardown(self) -> None:
        """At the end replay all, unless something was found already."""
        if self._sound and self._run.steps:
            self.replay()

    def _begin(self, source: Source) -> None:
        self._source = source
        self._loaded: list[int] = []
        self._run = Playthrough(source.begin())
        self._watch = EventRules(self._run.simulation.world, self.alive)
        self._sound = True

    def _perform(self, intents: list[Any]) -> None:
        with self._noting():
            for intent in intents:
                number, turn = len(self._run.steps) + 1, self._run.simulation.world.turn
                where = said(number, intent, turn)
                self._run.perform(intent, where)
                self._watch.check_settled(where)
                self._watch.check_living(where)

    def _play_a_clone(self, intents: list[Any]) -> None:
        with self._noting(intents), self._blaming_drift_first():
            play_a_clone(self._source, self._run.simulation, intents, self._here)

    def _go_on(self, simulation: Any) -> None:
        self._run.go_on(simulation)
        self._watch = EventRules(simulation.world, self.alive)

    def _blaming_drift_first(self) -> AbstractContextManager[None]:
        return blaming_drift_first(self._source, self._run.intents)

    @property
    def _here(self) -> str:
        return f"after {len(self._run.steps)} intents"

    @contextmanager
    def _noting(self, ahead: Sequence[Any] = ()) -> Iterator[None]:
        """Note on an error what was performed, and what on a clone of it."""
        try:
            yield
        except AssertionError as error:
            self._sound = False
            error.add_note(f"intents = {[*self._run.intents, *ahead]!r}")
            raise


def _named(name: str, method: Callable[..., None]) -> Callable[..., None]:
    """Give a function of its own for a rule: one function cannot be the rule of two machines."""

    def call(self: SimulationMachine, **drawn: Any) -> None:
        method(self, **drawn)

    call.__name__ = name
    return call
