"""Schema: check, save, copy and load the fields of components and events by their annotations."""
