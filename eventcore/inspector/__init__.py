"""The inspector: show a journal of any simulation on screen, turn by turn, event by event."""
