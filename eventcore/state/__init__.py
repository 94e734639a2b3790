"""State: copy, hash, save and load whole worlds."""
