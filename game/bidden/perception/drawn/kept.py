"""What is kept of a view for the next one: each part knows what it hangs on, and looks at that."""

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
    """What was drawn up for one player. A view is the same with it and without.

    Attributes:
        wording: What they call things.
        holdings: What they hold.
        marks: What they remember to lie somewhere.
        carrying: Which boons they carry.
        scores: What the score of their run is made of.
        sheet: The map that was drawn last.
    """

    wording: Wording = attrs.field(factory=Wording)
    holdings: Holdings = attrs.field(factory=Holdings)
    marks: Marks = attrs.field(factory=Marks)
    carrying: Carrying = attrs.field(factory=Carrying)
    scores: Scores = attrs.field(factory=Scores)
    sheet: Sheet | None = None
