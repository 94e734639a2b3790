"""World rules of magic: effects, spells and mana."""
