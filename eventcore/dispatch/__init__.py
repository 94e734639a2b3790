"""Run events through their chains of handlers. To read this package, start with ``loop.py``."""
