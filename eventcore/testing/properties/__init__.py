"""Hypothesis tests for the invariants that every simulation must satisfy."""

try:
    from hypothesis.internal.conjecture import engine
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        "checking invariants needs Hypothesis: pip install '.[testing]'"
    ) from _error

# Simulations are slow, so Hypothesis often shrinks a failure for its full limit of five minutes.
# Lower the limit to 30 seconds. Hypothesis has no such setting for a single test.
engine.MAX_SHRINKING_SECONDS = min(30, engine.MAX_SHRINKING_SECONDS)
