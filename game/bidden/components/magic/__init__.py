"""Components of magic: effects, spells and mana."""
