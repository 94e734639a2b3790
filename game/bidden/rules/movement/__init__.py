"""World rules of movement: occupied tiles, paths and swaps."""
