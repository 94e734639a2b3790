"""The player's options, and the files that hold them."""
