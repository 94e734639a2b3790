"""Input: which key does what."""
