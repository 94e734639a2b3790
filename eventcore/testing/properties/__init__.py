"""Hypothesis tests for the invariants of every simulation."""

try:
    from hypothesis.internal.conjecture import engine
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        "checking invariants needs Hypothesis: pip install '.[testing]'"
    ) from _error

# Simulations are slow, so Hypothesis often spends all of its five minutes on shrinking a failure.
# Its code says that users may change this limit. The new limit applies to all tests of the process.
engine.MAX_SHRINKING_SECONDS = min(30, engine.MAX_SHRINKING_SECONDS)
