"""Batches: bots play thousands of runs without a screen, and each run becomes a row."""

from bidden.batches.row import RunJob, RunRow
from bidden.batches.rows import RowFile, read_rows
from bidden.batches.runs import play_run

__all__ = ["RowFile", "RunJob", "RunRow", "play_run", "read_rows"]
