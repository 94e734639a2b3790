"""Cards: all facts that a player can know about a creature, an item or a spell."""
