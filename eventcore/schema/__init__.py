"""Schema: check, write and read the fields of components and events by their annotations."""
