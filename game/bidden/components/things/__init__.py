"""Components of things: what can be held, worn, eaten and used up."""
