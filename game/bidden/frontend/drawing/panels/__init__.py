"""The panels around the map: header, side bar, log, and a replay's progress."""
