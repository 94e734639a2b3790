"""The parts of a view, by subject, and how gear compares. ``bidden.view`` exports the parts."""
