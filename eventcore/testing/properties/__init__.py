"""Tests with Hypothesis for invariants that every simulation must satisfy.

Whatever the intents, every event settles, no handler raises an error, dead entities do not act,
a replay has the same result, saving and loading changes nothing, and a clone does not affect the
original.
"""

try:
    from hypothesis.internal.conjecture import engine
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        "checking invariants needs Hypothesis: pip install '.[testing]'"
    ) from _error

# Hypothesis may spend five minutes on shrinking a failure, since playing a simulation is slow. A
# comment in Hypothesis allows users to set this limit. It applies to all tests of the process.
engine.MAX_SHRINKING_SECONDS = min(30, engine.MAX_SHRINKING_SECONDS)
