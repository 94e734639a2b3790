"""Told: what there is to say of a run, of oneself, of boons, things and tiles, in words."""
