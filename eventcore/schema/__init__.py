"""Check, write and read the fields of components and events, based on their annotations."""
