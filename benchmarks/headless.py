"""Headless steps: a bot's steps per second in a whole game, and a breakdown of their time.

In a step, the game builds its view, the bot chooses an intent, and the game performs it: first the
player's action, then the turns of all other creatures until the player's next turn. The parts are
timed (as CPU time) within a single run. The digest's share within the chains is the difference
from a second game without a digest, which performs the same intents alternately.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time_ns
from typing import Any

from benchmarks.measure import uncollected
from benchmarks.results import Figure, Section, Target
from bidden.bots.roster import BOTS
from bidden.content.mods import RUN
from bidden.events.turns import TakeTurn
from bidden.intents import Intent
from bidden.session import Session
from eventcore import Action, Event, Tap
from eventcore.journal import JournalWriter
from eventcore.journal.format import Record

__all__ = ["Shares", "calls_of", "headless", "shares_of"]

SEED = 2026
STEPS = 400
COUNTED = (11, 12, 13, 14)
CALLED = 1_000
"""Number of steps for which calls are counted in a run of each seed in `COUNTED`."""
CALLS = 550
"""Target number of Python calls per performed step."""

CHOOSING = "choosing"
VIEW = "drawing up the view"
OWN = "the player's own action"
CREATURES = "the creatures' turns"
CLOCK = "the clock, timers and the agenda"
CHAINS = "the digest within all these"
SEAL = "sealing the digest"
RECORDING = "writing the journal"
PARTS = (CHOOSING, VIEW, OWN, CREATURES, CLOCK, CHAINS, SEAL, RECORDING)
_PERFORMING = "performing"
_OTHERS = "others"

Shares = dict[str, float]
"""Share of a step's time that each part takes, from 0 to 1, by name."""


def headless() -> Section:
    """Measure each bot, the Python calls per step, and debug mode."""
    figures: list[Figure] = []
    targets: list[Target] = []
    for name in BOTS:
        _steps(name, SEED, STEPS // 4)  # the first steps compile the chains
        step, performed = _steps(name, SEED, STEPS)
        figures.append(Figure(f"{name}: steps a second", 1e9 / step, ""))
        figures.append(Figure(f"{name}: the same, performed only", 1e9 / performed, ""))
        shares = shares_of(name, SEED, STEPS)
        figures += [Figure(f"{name}: {part}", 100 * shares[part], "%") for part in PARTS]
    first, again = (sum(one) / len(COUNTED) for one in zip(*map(_counted, COUNTED), strict=True))
    figures.append(Figure("Python calls a performed step, where levels are drawn", first, ""))
    figures.append(Figure("the same once more, of the same game", again, ""))
    targets.append(Target(f"Python calls a performed step, of {CALLS}", again / CALLS, 1))
    bare, checked = _in_debug_mode(SEED, STEPS // 4)
    figures.append(Figure("a step performed", bare / 1e3, "µs"))
    figures.append(Figure("the same in debug mode", checked / 1e3, "µs"))
    targets.append(Target("a step in debug mode, of one without", checked / bare, 4))
    return Section(
        "headless", "Headless: steps of whole games, and their parts", (), figures, targets
    )


def _steps(name: str, seed: int, steps: int) -> tuple[float, float]:
    """Return the time of a whole step, and of performing it alone, in nanoseconds."""
    session, bot, performed = Session(seed), BOTS[name](seed), list[Intent]()
    start = process_time_ns()
    while session.ending is None and len(performed) < steps:
        performed.append(bot(session.view()))
        session.perform(performed[-1])
    whole = process_time_ns() - start
    again = Session(seed)
    start = process_time_ns()
    for intent in performed:
        again.perform(intent)
    return whole / len(performed), (process_time_ns() - start) / len(performed)


def _counted(seed: int) -> tuple[float, float]:
    return calls_of(seed, CALLED)


def calls_of(seed: int, steps: int) -> tuple[float, float]:
    """Return the Python calls per performed step, in a first play and in a second one.

    The message log is off. Entering a frame counts as a call, so each resumption of a
    generator counts too.
    """
    session, bot = Session(seed, level=RUN, read=False), BOTS["explorer"](seed)
    intents, first = list[Intent](), 0
    with uncollected():
        while session.ending is None and len(intents) < steps:
            intents.append(bot(session.view()))
            first += _calls_in(session, intents[-1:])
        again = _calls_in(Session(seed, level=RUN, read=False), intents)
    return first / len(intents), again / len(intents)


def _calls_in(session: Session, intents: Sequence[Intent]) -> int:
    """Count the Python calls while performing intents."""
    calls = 0

    def count(frame: object, what: str, _: object) -> None:
        nonlocal calls
        calls += what == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for intent in intents:
            session.perform(intent)
    finally:
        sys.setprofile(before)
    return calls


def _in_debug_mode(seed: int, steps: int) -> tuple[float, float]:
    """Return the time of performing a step without and with debug mode, in nanoseconds."""
    sessions, spent = [Session(seed), Session(seed, debug=True)], [0, 0]
    bot = BOTS["explorer"](seed)
    done = 0
    while sessions[0].ending is None and done < steps:
        intent = bot(sessions[0].view())
        for place, session in enumerate(sessions):
            start = process_time_ns()
            session.perform(intent)
            spent[place] += process_time_ns() - start
        done += 1
    return spent[0] / done, spent[1] / done


def shares_of(name: str, seed: int, steps: int) -> Shares:
    """Return the share of each part in the time of a recorded step.

    Args:
        name: The name of the bot.
        seed: The seed of the game.
        steps: The most steps to play; the game may end earlier.
    """
    with tempfile.TemporaryDirectory() as folder:
        session, bot = _Timed(seed), BOTS[name](seed)
        bare = _Timed(seed)
        bare.world.untap(bare.digest)
        spent = session.spent
        with JournalWriter.create(Path(folder) / "game.jsonl", session.header) as writer:
            for _ in range(steps):
                if session.ending is not None:
                    break
                start = process_time_ns()
                view = session.view()
                viewed = process_time_ns()
                intent = bot(view)
                chosen = process_time_ns()
                digest = session.digest.seal()
                sealed = process_time_ns()
                kind, version, data = _encoded(session, intent)
                seq, turn = session.world.sequence + 1, session.world.turn
                writer.append(Record(seq, turn, kind, version, None, data, digest))
                written = process_time_ns()
                spent[VIEW] += viewed - start
                spent[CHOOSING] += chosen - viewed
                spent[SEAL] += sealed - chosen
                spent[RECORDING] += written - sealed
                session.perform(intent)
                bare.perform(intent)
    return _shares(spent, bare.spent)


def _encoded(session: Session, intent: Intent) -> tuple[str, int, Any]:
    """Return the type, version and data of an intent's record; the data may be an object."""
    return session.encode(intent)


def _shares(spent: Counter[str], bare: Counter[str]) -> Shares:
    """Turn times into shares; the digest is a part of its own."""
    others, creatures = bare[_OTHERS], bare[CREATURES]
    parts = {part: spent[part] for part in (CHOOSING, VIEW, SEAL, RECORDING)}
    parts[OWN] = bare[_PERFORMING] - others
    parts[CREATURES] = creatures
    parts[CLOCK] = others - creatures
    parts[CHAINS] = spent[_PERFORMING] - bare[_PERFORMING]
    whole = sum(parts.values())
    return {part: parts[part] / whole for part in PARTS}


class _Turns(Tap):
    """A tap that times the turns of creatures, which are never nested."""

    def __init__(self, spent: Counter[str]) -> None:
        self._spent = spent
        self._began = 0

    def hears(self, kind: type[Event]) -> bool:
        """Return whether the event is a creature's turn."""
        return kind is TakeTurn

    def published(self, event: Event) -> None:
        """Start timing a turn."""
        self._began = process_time_ns()

    def settled(self, event: Event) -> None:
        """Add the time of the turn."""
        self._spent[CREATURES] += process_time_ns() - self._began


class _Timed(Session):
    """A session that times its actions."""

    def __init__(self, seed: int, **options: Any) -> None:
        super().__init__(seed, **options)
        self.spent: Counter[str] = Counter()
        self.world.tap(_Turns(self.spent))

    def act(self, intent: Intent) -> Action:
        """Time the player's action and everything that follows it."""
        start = process_time_ns()
        action = super().act(intent)
        self.spent[_PERFORMING] += process_time_ns() - start
        return action

    def _let_others_act(self, stop: Callable[[], bool]) -> None:
        """Time the other creatures and the clock."""
        start = process_time_ns()
        super()._let_others_act(stop)
        self.spent[_OTHERS] += process_time_ns() - start
