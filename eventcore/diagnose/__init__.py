"""Find the handler or observer that made a replay differ, and find nondeterministic code."""
