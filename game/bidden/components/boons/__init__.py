"""Boons: the powers that who is played was given."""
