"""The required coverage of the golden journals: each handler, except those no play reaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bidden.content.catalogue import load_catalogue
from bidden.content.mods import level_of
from bidden.order import COMPONENTS
from bidden.session import Session
from eventcore.journal import Journal
from eventcore.replay.playback import verify
from tests.golden.catalogue import JOURNALS, RECORDINGS

_UNCARRIED: Final = "no recording has anybody try it who carries no boons"
_UNDONE: Final = "nobody does so in the runs that are recorded, and no other game counts it"
_ROOM: Final = "no recording has anybody take up with a full pack what the game or a task is about"

UNREACHED: Final[Mapping[str, str]] = {
    "Deeds.count_who_is_pushed (APPLY 993) on Fall, via world": _UNDONE,
    "Deeds.count_a_trap (APPLY 997) on Disarm, via world": _UNDONE,
    "Winning.need_no_room_for_the_prize (MODIFY 300) on GoesOn, via world": _ROOM,
    "Body.span_the_chasm (VALIDATE 100) on Fall": "no body of several tiles lives above chasms",
    "Body.stay_on_the_level (VALIDATE 100) on Climb": "and none takes stairs",
    "Limb.tell_what_the_body_suffers (MODIFY 300) on WhatHarmFollows": "who aims is told, as above",
    "Limb.hold_on (VALIDATE 100) on Fall": "the same as of its body",
    "Sought.need_no_room (MODIFY 300) on GoesOn": _ROOM,
    "Torch.tell_where_it_falls (VALIDATE 291) on WhatSpreads, role item": "who aims is told, and "
    "no recording looks before it throws",
    "Retort.tell_what_it_is_to_strike (MODIFY 305) on WhatHarmFollows": "who aims is told",
    "Thorns.tell_what_comes_back (MODIFY 310) on WhatHarmFollows": "the same",
}
"""Handlers that no play of the game's own content reaches, and why; other tests cover them."""


def replay_all() -> None:
    """Replay each golden journal, and check that all match their recordings."""
    content = load_catalogue(COMPONENTS)
    for name in RECORDINGS:
        journal = Journal.read(JOURNALS / name)
        level = level_of(journal.header)
        session = Session(journal.header.seed, catalogue=content, level=level)
        assert verify(session, journal) is None, name
