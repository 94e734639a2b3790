"""State: worlds copied, hashed, saved and loaded."""
