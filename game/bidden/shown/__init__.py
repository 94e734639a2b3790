"""The parts of a view, by subject. ``bidden.view`` exports them all."""
