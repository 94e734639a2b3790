"""Cards: everything that a player can know of a creature, an item or a spell."""
