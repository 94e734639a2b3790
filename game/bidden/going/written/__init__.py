"""What a player wrote for the keys to heed: patterns."""
