"""Properties that hold of every simulation, for Hypothesis to try on yours.

Any sequence of intents settles and raises nothing; nobody dead acts; replaying equals
playing; saving and loading anywhere changes nothing; a clone that is played on does not
touch the original. Each is a function of a source and intents; the machine mixes them all.
"""

try:
    import hypothesis  # noqa: F401  # only to say what is missing
except ModuleNotFoundError as _error:
    if _error.name != "hypothesis":
        raise
    raise ModuleNotFoundError(
        "eventcore.testing.properties needs Hypothesis: pip install '.[testing]'",
        name="hypothesis",
    ) from None

from hypothesis.internal.conjecture import engine

from eventcore.testing.properties.checks import (
    check_clones,
    check_living,
    check_replays,
    check_saves,
    check_settles,
)
from eventcore.testing.properties.machine import SimulationMachine
from eventcore.testing.properties.strategies import intents

SHRINKING_SECONDS = 30
"""So long Hypothesis looks for fewer intents that fail as well."""

# It would look for five minutes in each run of a test that fails, for a play of many intents is
# slow. The constant is there to be set, says its comment; it holds for all tests of the process.
engine.MAX_SHRINKING_SECONDS = min(SHRINKING_SECONDS, engine.MAX_SHRINKING_SECONDS)

__all__ = [
    "SimulationMachine",
    "check_clones",
    "check_living",
    "check_replays",
    "check_saves",
    "check_settles",
    "intents",
]
