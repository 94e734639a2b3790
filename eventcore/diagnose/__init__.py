"""Diagnosis: which handler or observer made a replay differ, and whether it always does."""
