"""Hypothesis tests for the invariants that every simulation must satisfy."""

try:
    import hypothesis  # noqa: F401
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        "checking invariants needs Hypothesis; run pip install '.[testing]'"
    ) from _error
