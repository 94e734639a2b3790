"""Patterns that players write."""
