"""Questions about the use of items, spells and boons."""
