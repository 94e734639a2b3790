"""The folder of games: journals and what lies beside them, records of runs and morgue files."""
