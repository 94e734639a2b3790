"""A marsh for Bidden: a place, who lives there, and a boon, with an event that both bring about."""

from bidden.modding import Mod
from bidden_marsh.rules import Glare, Lantern
from bidden_marsh.words import WORDS

MOD = Mod(components=(Glare, Lantern), rules=(Lantern,), narrations=(WORDS,))
"""What it adds in code; the files beside this one are what it adds as data."""
