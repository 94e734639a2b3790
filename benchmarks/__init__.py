"""Compare eventcore with a raw loop and with other libraries: ``python -m benchmarks``."""
