"""A mod that adds a marsh to Bidden: a place, a creature, a boon, and an event."""

from bidden.modding import Mod
from bidden_marsh.rules import Glare, Lantern
from bidden_marsh.words import WORDS

MOD = Mod(components=(Glare, Lantern), rules=(Lantern,), narrations=(WORDS,))
"""The code of the mod. The other files in this folder contain its data."""
