"""An application that shows a journal turn by turn and event by event."""
