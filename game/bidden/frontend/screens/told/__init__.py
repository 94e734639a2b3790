"""Screens that tell: of things and creatures, of oneself, of levels, of what happened and why."""
