"""Cards: what a player can know of a creature, a thing or a spell before they act on it."""
