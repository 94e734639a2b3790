"""The report of batches: what came of many runs, as a page that stands alone."""
