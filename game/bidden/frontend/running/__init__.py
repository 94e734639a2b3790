"""What runs the screens: their stack, and what goes on between one key and the next."""
