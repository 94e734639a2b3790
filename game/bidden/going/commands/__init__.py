"""The commands: each a going, from exploring to staying."""
