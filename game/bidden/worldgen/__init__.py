"""Making places: levels are drawn up as plain plans, from a stream of chance alone."""
