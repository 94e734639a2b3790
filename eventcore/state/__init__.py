"""State: how components and events are held, written as bytes, hashed and saved."""
