"""Stats: the names and meanings of the values that effects can change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bidden.events.combat import HARMS, resistance_to

STATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "attack": "added to attack damage",
        "defence": "subtracted from the damage of each hit taken",
        "blows": "percentage added to melee damage",
        "strength": "the strength of a creature; 10 is average",
        "block": "the chance, in percent, to block a melee hit or a missile",
        "reach": "the reach of melee attacks, in tiles; 1 is an adjacent tile",
        "hands": "the number of usable hands; 2 without wounds",
        "ranged": "the damage of a shot; at 0 the creature cannot shoot",
        "sight": "how far a creature sees, in tiles",
        "aim": "how far a creature can aim, in tiles; 100: as far as it sees",
        "voice": "the chance, in percent, that a scroll or spell works",
        "vigour": "maximum hit points",
        "stride": "how much longer a step takes, in percent",
        "speed": "how fast a creature acts; 100 is normal",
        "regeneration": "hit points regained per turn, in thousandths; the player has 40",
        "mana regeneration": "mana regained per turn, in thousandths; the player has 10",
        "hardness": "added to the chance that a weapon breaks on this armour",
        "force": "added to the chance that armour breaks under this weapon",
        "confused": "if above 0, each step goes in a random direction",
        "paralysed": "if above 0, the creature cannot act",
        "caught": "if above 0, the creature cannot step",
        "silenced": "if above 0, the creature cannot cast or read aloud",
        "free_action": "if above 0, the creature cannot be paralysed or held",
        "clear_head": "if above 0, the creature cannot be knocked out",
        "thin_blood": "if above 0, `blood to mana` cannot be cast",
        "detection": "if above 0, the creature senses all creatures on the level",
        "ward": "if above 0, attacks hit the attacker instead",
        "ember ward": "if above 0, attackers catch fire",
        "hollow ward": "if above 0, attackers forget their target",
        "see_invisible": "if above 0, the creature sees invisible creatures",
        **{resistance_to(kind): f"the percentage of {kind} damage prevented" for kind in HARMS},
    }
)
"""The meaning of each stat, by name."""
