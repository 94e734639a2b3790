"""Dispatch: what a chain means, in which order it runs, and the bus. Read loop.py first."""
