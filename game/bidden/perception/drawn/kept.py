"""What one view keeps for the next. Each part checks what it depends on."""

from __future__ import annotations

import attrs

from bidden.perception.drawn.holdings import Holdings
from bidden.perception.drawn.marks import Marks
from bidden.perception.drawn.sheet import Sheet
from bidden.perception.senses.wording import Wording
from bidden.perception.told.boons import Carrying
from bidden.perception.told.scores import Scores


@attrs.define
class Kept:
    """The caches of one player's view. A view is the same with and without them.

    Attributes:
        wording: The player's names for things.
        holdings: What the player holds.
        marks: What the player remembers to lie somewhere.
        carrying: The boons that the player carries.
        scores: The parts of the run's score.
        sheet: The last map.
    """

    wording: Wording = attrs.field(factory=Wording)
    holdings: Holdings = attrs.field(factory=Holdings)
    marks: Marks = attrs.field(factory=Marks)
    carrying: Carrying = attrs.field(factory=Carrying)
    scores: Scores = attrs.field(factory=Scores)
    sheet: Sheet | None = None
