"""Stats: the names of all that effects may change, and what each is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bidden.events.combat import HARMS, resistance_to

STATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "attack": "added to the strength of blows",
        "defence": "taken from the strength of blows received",
        "blows": "how many percent are added to the strength of blows",
        "strength": "how strong a creature is; 10 is the average",
        "block": "how many of a hundred blows and missiles are stopped",
        "reach": "how far blows reach, in tiles; 1 is the next tile",
        "hands": "how many sound hands there are; 2 is whole",
        "ranged": "what a shot is worth; without any, there is nothing to shoot with",
        "sight": "how far a creature sees, in tiles",
        "aim": "how far a creature can aim, in tiles; 100 is as far as it sees",
        "voice": "in how many of a hundred cases what is read aloud or cast is spoken right",
        "vigour": "the most hit points",
        "stride": "how many percent longer a step takes",
        "speed": "how fast it acts; 100 is normal",
        "regeneration": "hit points that come back, in thousandths a turn; 40 are a player's",
        "mana regeneration": "mana that comes back, in thousandths a turn; 10 are a player's",
        "hardness": "added to the odds that a weapon breaks on whoever wears such armour",
        "force": "added to the odds that armour breaks under such a weapon",
        "confused": "above 0, steps go astray",
        "paralysed": "above 0, nothing can be done",
        "caught": "above 0, no step can be taken",
        "silenced": "above 0, no spell can be cast, and nothing read aloud",
        "free_action": "above 0, nothing paralyses, and nothing holds",
        "clear_head": "above 0, nothing knocks out",
        "thin_blood": "above 0, no blood turns to mana",
        "detection": "above 0, all creatures of the level are felt",
        "ward": "above 0, blows are turned back on who deals them",
        "ember ward": "above 0, who strikes burns",
        "hollow ward": "above 0, who strikes forgets whom",
        "see_invisible": "above 0, what is invisible is seen",
        **{resistance_to(kind): f"how many percent of {kind} are spared" for kind in HARMS},
    }
)
"""By name, what a stat is."""
