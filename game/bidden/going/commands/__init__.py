"""The commands of automatic play, from exploring to resting."""
