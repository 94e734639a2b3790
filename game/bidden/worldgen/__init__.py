"""World generation: levels are drawn as plain plans, from random streams alone."""
