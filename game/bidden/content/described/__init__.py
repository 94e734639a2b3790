"""Descriptions of content: schemas for editors, and tables for the documentation."""
