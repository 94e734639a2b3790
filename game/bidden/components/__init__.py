"""Behaviour: one narrow component a file. Siblings never import each other."""
