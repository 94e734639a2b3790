"""Information screens: items, creatures, the character, levels, messages and explanations."""
