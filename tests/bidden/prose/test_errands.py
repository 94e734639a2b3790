"""Errands: what one goes up to is come to, also over ground that is not known yet."""

from __future__ import annotations

from bidden.going.known.notes import Notes
from bidden.intents import Move
from bidden.prose.errands import Stop, errand_for
from bidden.prose.meanings import Approach
from tests.bidden.going.walking import level


def test_who_is_seen_across_the_dark_is_gone_up_to_as_far_as_one_knows() -> None:
    view = level("#######\n#@.  z#\n#######")
    errand = errand_for(Approach("a zombie", (5, 1)), Notes())
    assert errand(view) == Move(1, 0)
    near = level("#######\n#.@  z#\n#######")
    assert errand(near) == Stop("You know of no safe way to a zombie.")
