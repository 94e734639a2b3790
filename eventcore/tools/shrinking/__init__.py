"""Shrinking a failing recording: how it fails, the search, and what stops it."""
