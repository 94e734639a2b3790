"""Narration: events in words, for the message log, the why screen and the morgue.

The sentences are in ``bidden/words/*.toml``; the modules of subjects choose among them. Narrators
observe the world and change nothing: a game without them goes the same way.
"""

from __future__ import annotations

from typing import Final

from bidden.narration.body import BODY
from bidden.narration.minds import MINDS
from bidden.narration.places import PLACES
from bidden.narration.run import RUN
from bidden.narration.things import THINGS
from bidden.narration.witness import Narration, Witness
from bidden.words import refusal_of

__all__ = ["NARRATIONS", "Narration", "Witness", "refusal_of"]

NARRATIONS: Final = (BODY, THINGS, PLACES, MINDS, RUN)
