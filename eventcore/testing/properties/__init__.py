"""Invariants of every simulation, which Hypothesis checks.

For any intents, events settle and handlers do not raise, the dead do not act, a replay equals the
play, saving and loading change nothing, and a clone does not affect the original.
"""

try:
    from hypothesis.internal.conjecture import engine
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        "checking invariants needs Hypothesis: pip install '.[testing]'"
    ) from _error

# Hypothesis shrinks for up to five minutes in each run of a test that fails, since playing is slow.
# Its comment allows setting this constant, which applies to all tests of the process.
engine.MAX_SHRINKING_SECONDS = min(30, engine.MAX_SHRINKING_SECONDS)
