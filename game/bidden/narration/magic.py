"""Boons, spells, books and identified items."""

from __future__ import annotations

from typing import Final

from bidden.components.magic.book import Book
from bidden.events import boons
from bidden.events.combat import Die
from bidden.events.knowledge import Learn, Tell
from bidden.events.magic import Cast, LearnSpell, Study
from bidden.narration.witness import Narration, Witness
from bidden.perception.told.boons import boons_of
from bidden.rules.boons.having import HavingBoons
from bidden.rules.magic.spells import Spells

MAGIC: Final = Narration(
    boons.DrawFrom, boons.GainUses, Learn, LearnSpell, boons.Reappear, Tell, boons.TurnBack
)
MAGIC.by_role(
    Study, lambda study, log: Book in study.item, pages=lambda it, log: it.item[Book].pages
)


@MAGIC.on(boons.UseBoon)
def _use_boon(use: boons.UseBoon, log: Witness) -> None:
    if use.enactor is log.player:
        kind = log.world.root[HavingBoons].kinds[use.boon]
        log.add(use, (kind.warped(use.warp) or kind).told, "good")
    else:
        log.say_by_role(use)


@MAGIC.on(boons.SwitchBoon)
def _switch(switch: boons.SwitchBoon, log: Witness) -> None:
    if switch.enactor is log.player:
        active = boons_of(log.player, log.world)[0]
        log.say(switch, "you", boon=active.name, charges=active.uses)


@MAGIC.on(boons.Warp)
def _warp(warp: boons.Warp, log: Witness) -> None:
    kind = log.world.root[HavingBoons].kinds[warp.boon].warped(warp.warp)
    if warp.target is log.player and kind is not None:
        dead = log.named(warp.cause.target) if isinstance(warp.cause, Die) else None
        variant = "yours" if dead is None else "by_death"
        log.say(warp, variant, dead=dead, name=kind.name, about=kind.about)


@MAGIC.on(Cast)
def _cast(cast: Cast, log: Witness) -> None:
    log.say_by_role(cast)
    if cast.enactor is log.player and cast.misspoken:
        log.say(cast, "misspoken")
    elif cast.enactor is log.player:
        spell = log.world.root[Spells].kinds[cast.spell]
        log.add(cast, spell.told, spell.tone)
