"""Running the screens: the stack, and everything between two key presses."""
