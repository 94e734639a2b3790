"""Exporting a journal: as a table, as a cast for a terminal, as pictures."""
