"""Drawn: the view put together, of which only what is other than before is new."""
