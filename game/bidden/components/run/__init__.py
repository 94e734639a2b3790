"""Components of a run: bindings and the goals of their tasks."""
