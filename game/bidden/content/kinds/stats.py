"""Stats: the names and meanings of the values that effects can change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bidden.events.combat import HARMS, resistance_to

STATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "attack": "added to the damage of attacks",
        "defence": "subtracted from the damage of attacks received",
        "blows": "percentage added to the damage of attacks",
        "strength": "the strength of a creature; 10 is the average",
        "block": "the chance in percent to stop an attack or a missile",
        "reach": "the reach of attacks, in tiles; 1 is the next tile",
        "hands": "the number of good hands; 2 without wounds",
        "ranged": "the damage of a shot; at 0 the creature cannot shoot",
        "sight": "how far a creature sees, in tiles",
        "aim": "how far a creature can aim, in tiles; 100 is as far as it sees",
        "voice": "the chance in percent that reading aloud or casting succeeds",
        "vigour": "maximum hit points",
        "stride": "percentage by which a step takes longer",
        "speed": "how fast a creature acts; 100 is normal",
        "regeneration": "hit points regained, in thousandths a turn; 40 for the player",
        "mana regeneration": "mana regained, in thousandths a turn; 10 for the player",
        "hardness": "added to the chance that a weapon breaks on this armour",
        "force": "added to the chance that armour breaks under this weapon",
        "confused": "above 0, steps go astray",
        "paralysed": "above 0, the creature cannot act",
        "caught": "above 0, the creature cannot step",
        "silenced": "above 0, the creature cannot cast or read aloud",
        "free_action": "above 0, nothing paralyses or holds the creature",
        "clear_head": "above 0, nothing knocks the creature out",
        "thin_blood": "above 0, blood cannot be turned into mana",
        "detection": "above 0, the creature senses all creatures on the level",
        "ward": "above 0, attacks hit the attacker instead",
        "ember ward": "above 0, attackers burn",
        "hollow ward": "above 0, attackers forget their target",
        "see_invisible": "above 0, the creature sees invisible creatures",
        **{resistance_to(kind): f"percentage of {kind} damage prevented" for kind in HARMS},
    }
)
"""The meaning of each stat, by name."""
