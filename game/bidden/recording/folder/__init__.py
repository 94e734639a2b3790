"""The folder of games: journals with their keyframes, records of runs and morgue files."""
