"""Content described: schemas for editors, and tables for the pages of the documentation."""
