"""The palettes, and the arithmetic of colours."""
