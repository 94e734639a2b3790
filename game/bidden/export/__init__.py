"""Export a journal as a table, a recording of a terminal, or pictures."""
