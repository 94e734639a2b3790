"""Find the handler or observer that made a replay differ, and check whether each replay differs."""
