"""Components of a run: the bindings one has taken, and what their tasks ask for."""
