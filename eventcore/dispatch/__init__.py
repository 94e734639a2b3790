"""Run events through their chains of handlers. Start reading with ``loop.py``."""
