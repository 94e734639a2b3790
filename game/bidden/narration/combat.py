"""Fights: damage, wounds, deaths, bodies in parts, worn gear and experience."""

from __future__ import annotations

from typing import Final

from bidden.components.body.wounds import Wounds
from bidden.events.bodies import LiveOn, Sever, Suffer, Topple
from bidden.events.body import Earn, Improve
from bidden.events.combat import Block, Breathe, Die, Inhale, Shoot, TakeDamage, Wound
from bidden.events.effects import EffectMoment
from bidden.events.run import BurnTheBound
from bidden.events.things import Break, Crack
from bidden.narration.conduct import epitaph_of, harm_named, slayer_of
from bidden.narration.witness import Narration, Witness
from bidden.narration.words import tables
from bidden.rules.body.maiming import Maiming

COMBAT: Final = Narration(Block, Topple, Crack, Break, Inhale, Breathe)
COMBAT.by_role(Suffer, lambda harm, log: log.sees(harm.target))
COMBAT.by_role(Sever, lambda cut, log: cut.enactor is not cut.body)  # not parts that it takes along
COMBAT.by_role(Shoot, lambda shot, log: shot.enactor is not log.player)
COMBAT.by_role(
    Improve, option=lambda up, log: "max HP" if up.option == "hp" else up.option.capitalize()
)


@COMBAT.on(TakeDamage)
def _damage(damage: TakeDamage, log: Witness) -> None:
    source, cause = damage.source, damage.cause
    # Damage that an effect repeats each turn is reported only of the player. BurnTheBound reports
    # its own.
    others = not source or (log.sees(damage.target) and not isinstance(cause, EffectMoment))
    if (others or damage.target is log.player) and not isinstance(cause, BurnTheBound):
        verb = tables()["verbs"].get(source, "hurt|hurts")
        log.say_by_role(damage, source=harm_named(source), verb=verb)


@COMBAT.on(TakeDamage, failed=True)
def _no_damage(damage: TakeDamage, log: Witness) -> None:
    log.report_immunity(damage, damage.target, damage.kind)


@COMBAT.on(Wound)
def _wound(wound: Wound, log: Witness) -> None:
    kind = log.world.root[Maiming].kinds[wound.kind]
    told = kind.told if kind.told[-1] in ".!?" else f"{kind.told}!"
    log.say_by_role(wound, told=told, most=log.player[Wounds].most, about=kind.about)


@COMBAT.on(Die)
def _death(die: Die, log: Witness) -> None:
    if die.target is log.player:
        log.epitaph = epitaph_of(slayer_of(die.enactor, die.source), log.world.turn)
        log.death = die.sequence
    log.say_by_role(die, source=harm_named(die.source))


@COMBAT.on(LiveOn)
def _living_on(living: LiveOn, log: Witness) -> None:
    if living.come is not None and log.sees(living.come):
        log.say(living, "seen")


@COMBAT.on(Earn)
def _experience(earn: Earn, log: Witness) -> None:
    if earn.levels and earn.target is log.player:
        log.say(earn, "level" if earn.levels == 1 else "levels")
