"""Schema: check, write and read the fields of components and events, using their annotations."""
