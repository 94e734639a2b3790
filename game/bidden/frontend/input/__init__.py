"""Input: the names of keys, and their actions."""
