"""The report of batches: one page about many runs."""
