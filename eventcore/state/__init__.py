"""Copy, hash, save and load whole worlds."""
