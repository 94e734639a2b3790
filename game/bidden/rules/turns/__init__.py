"""Rules of turns: how the game begins, what an action takes, and when the game is won."""
