"""Properties that hold of every simulation, for Hypothesis to try on yours.

Any sequence of intents settles and raises nothing; nobody dead acts; replaying equals
playing; saving and loading anywhere changes nothing; a clone that is played on does not
touch the original. Each is a function of a source and intents; the machine mixes them all.
"""

from eventcore.testing.properties.checks import (
    check_clones,
    check_living,
    check_replays,
    check_saves,
    check_settles,
)
from eventcore.testing.properties.machine import SimulationMachine
from eventcore.testing.properties.strategies import intents, sequences

__all__ = [
    "SimulationMachine",
    "check_clones",
    "check_living",
    "check_replays",
    "check_saves",
    "check_settles",
    "intents",
    "sequences",
]
