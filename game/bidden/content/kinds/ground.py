"""Checks of the kinds of ground."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bidden.components.knowledge.memory import UNKNOWN
from bidden.content.datafiles import Faults
from bidden.content.references import check_names, check_place
from bidden.content.tables import EFFECTS, GROUND
from bidden.rules.ground.kinds import FIRE, GroundKind
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.state import GATE

_TAKEN: Final = f"#.:+X'<>{GATE}{UNKNOWN}"
"""The glyphs of walls, floor, chasms, doors, stairs and unknown tiles."""


def check_ground(
    kinds: Mapping[str, GroundKind], effects: Mapping[str, EffectKind], faults: Faults
) -> None:
    """Check that all names in kinds of ground exist, and that their glyphs differ."""
    drawn: dict[str, str] = dict.fromkeys(_TAKEN, "bare ground")
    for name, kind in kinds.items():
        if kind.glyph in drawn:
            reason = f"{drawn[kind.glyph]} already has the glyph {kind.glyph!r}: use another"
            faults.add(GROUND, f"{name}.glyph", reason)
        drawn[kind.glyph] = name
        if (kind.form == "fire") is not (name == FIRE):
            faults.add(
                GROUND, f"{name}.form", f'`{FIRE}` must have form = "fire"; no other table may'
            )
        if kind.burns and FIRE not in kinds:
            faults.add(GROUND, f"{name}.burns", f"it can burn, but there is no table `{FIRE}`")
        for place in kind.places:
            check_place(faults, GROUND, f"{name}.places", place)
        if kind.effect:
            check_names(faults, GROUND, f"{name}.effect", [kind.effect], EFFECTS, effects)
        for field, named, form in (("leaves", kind.leaves, "cover"), ("seeps", kind.seeps, "gas")):
            if named:
                there = check_names(faults, GROUND, f"{name}.{field}", [named], GROUND, kinds)
                if there and kinds[named].form != form:
                    faults.add(GROUND, f"{name}.{field}", f"{named!r} is not a {form}")
