"""The card of a spell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.components.magic.casting import Mana
from bidden.content.kinds.spell_kinds import Spell
from bidden.events.effects import what_is
from bidden.narration.grammar import capitalised
from bidden.perception.cards.card import Card, CardLine
from bidden.perception.cards.effects import effects_told, reach_told
from bidden.rules.magic.conditions import odds_of_speech
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Aim, Power
from bidden.rules.magic.spells import Spells
from eventcore import Entity, World

_WHOM: Final = MappingProxyType(
    {
        Aim.SELF: "",
        Aim.CLOSEST: "nearest enemy",
        Aim.CHOSEN: "one target",
        Aim.AROUND: "everyone but you",
        Aim.AREA: "everyone, you too",
        Aim.FELLOWS: "all allies but you",
        Aim.SPOT: "to a free tile",
    }
)
_SURE: Final = 100


def spell_card(name: str, player: Entity, world: World) -> Card | None:
    """Return the card of a spell, or None if there is no such spell."""
    spell = world.root[Spells].kinds.get(name)
    if spell is None:
        return None
    return Card(name, lines=tuple(_lines(spell, player, world)))


def power_told(power: Power, kinds: Mapping[str, EffectKind]) -> str:
    """Return what a power does, and to whom: "nearest enemy (range 5): 20 lightning damage."."""
    told = f"{effects_told(power.effects, kinds)}."
    whom = _WHOM[power.aim]
    return f"{whom} ({reach_told(power.range, power.radius)}): {told}" if whom else told


def _lines(spell: Spell, player: Entity, world: World) -> Iterator[CardLine]:
    yield CardLine(capitalised(power_told(spell, world.root[Effects].kinds)))
    mana = player.get(Mana)
    have = 0 if mana is None else mana.mana
    costs = f"Costs {spell.mana} mana (you have {have})."
    yield CardLine(costs, "harm" if have < spell.mana else "plain")
    odds = odds_of_speech(player, world)
    if odds < _SURE:
        yield CardLine(f"{_SURE - odds}% to fail; the mana is lost.", "harm")
    if what_is(world, player, "silenced") > 0:
        yield CardLine("Can't cast while silenced.", "harm")
