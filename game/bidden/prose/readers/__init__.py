"""Readers: what the sentences of each verb mean, by what a view shows."""
