"""Tests with Hypothesis for invariants that every simulation must satisfy.

For all intents, every event settles, no handler raises an error, dead entities do not act, a
replay has the same result, saving and loading changes nothing, and a clone does not affect the
original.
"""

try:
    from hypothesis.internal.conjecture import engine
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        "checking invariants needs Hypothesis: pip install '.[testing]'"
    ) from _error

# Without this limit, Hypothesis may shrink a failure for five minutes, since simulations are slow.
# A comment in Hypothesis allows users to set the limit, which applies to all tests of the process.
engine.MAX_SHRINKING_SECONDS = min(30, engine.MAX_SHRINKING_SECONDS)
