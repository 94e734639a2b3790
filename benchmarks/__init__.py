"""eventcore against a raw loop and against other libraries: ``python -m benchmarks``."""
