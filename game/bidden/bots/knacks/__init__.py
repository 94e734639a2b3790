"""The skills of bots: fighting, gathering, casting, resting, searching, boons and terrain."""
