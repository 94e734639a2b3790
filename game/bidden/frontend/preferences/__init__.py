"""What a player would have otherwise: the options, and the files that hold them."""
