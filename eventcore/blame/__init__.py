"""Who is at fault where a replay differs: what wrote it, and whether two runs go the same way."""
