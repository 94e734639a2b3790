"""The forms of a question: a list, a direction, a key, a number, a text, a tile."""
