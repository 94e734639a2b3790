"""The card of a creature: the harm it does to you, the harm you do to it, and its plans.

It contains only visible facts, so nothing about the creature's pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.combat.on_hit import TENTHS, Wounding
from bidden.components.movement.collision import Rooted
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Peaceful, Tells
from bidden.components.run.goals import Hunted
from bidden.components.tricks.after_hits import Retort, Thorns
from bidden.events.body import HowMuchMore
from bidden.events.combat import HARMS, resistance_to
from bidden.events.effects import what_is
from bidden.events.minds import Sleeps, WhatMind, are_fellows, are_foes, serves
from bidden.events.turns import NORMAL
from bidden.perception.cards.card import Card, CardLine
from bidden.perception.cards.effects import effects_on, reach_told
from bidden.perception.cards.harms import Harm, blow_of, blows_to_end, harms_of, parts_of, shot_of
from bidden.perception.cards.parts import creature_parts, resistances_told
from bidden.perception.senses.names import counted_name
from bidden.perception.senses.noticing import cannot_act, condition_of
from bidden.rules.body.maiming import Maiming
from bidden.rules.magic.effects import Effects
from bidden.state import Look, a_thing, name_of
from bidden.text import numbered, sentences
from bidden.words import kind_named, phrase, tables
from eventcore import Entity, World

_PERCENT: Final = 100
_HITS: Final = "blow", "missile"


def creature_card(who: Entity, player: Entity, about: str, world: World) -> Card:
    """Return the card of a creature that the player sees.

    ``about`` is the description of its kind; it may be empty.
    """
    title = "you" if who is player else a_thing(name_of(who))
    lines = tuple(_lines(who, player, about, world))
    return Card(title, who[Look].glyph, who[Look].look, lines, _brief(who, player, world))


def _lines(who: Entity, player: Entity, about: str, world: World) -> Iterator[CardLine]:
    kinds, foe = world.root[Effects].kinds, are_foes(world, player, who)
    if about:
        _, _, advice = about.partition(". ")  # what it does is told by its parts below
        yield CardLine(advice if foe and advice and any(creature_parts(who, kinds)) else about)
    yield CardLine(health_told(who, world))
    if who is player:
        return
    yield CardLine(_stance(who, player, world), "plain" if not foe else "news")
    fellow = are_fellows(world, player, who)
    # The line of a part also describes its effects without damage.
    harms = () if fellow else harms_of(who, player, world)
    for harm in [harm for harm in harms if harm.parts]:
        text = harm_told(harm, player, world)
        attacked = phrase("creature_card", "attacked", does=f"{text[:1].lower()}{text[1:]}")
        yield CardLine(text, "harm") if foe else CardLine(attacked)
    yield from (CardLine(text, "news") for text in _maims(who, player, harms, world))
    if foe and what_is(world, player, "ward") > 0:
        yield CardLine(phrase("creature_card", "warded"), "news")
    if not fellow:
        yield from (CardLine(text) for text in _yours(who, player, world))
    pace = pace_told(who, player, world)
    if pace:
        yield CardLine(pace)
    told = [(Thorns, Retort)[: 1 + bool(a.effects)] for a in harms if a.how == "answer" and a.parts]
    for trick in creature_parts(who, kinds, *told):
        yield CardLine(trick, "news")
    resists = resistances_told({kind: what_is(world, who, resistance_to(kind)) for kind in HARMS})
    wears = ", ".join(counted_name(player, item, world) for item in who.owned)
    gear = phrase("creature_card", "gear", names=wears) if wears else ""
    lasts = [f"{name} ({does})" for name, does in effects_on(who, world, is_you=False)]
    effects = phrase("creature_card", "effects", told="; ".join(lasts)) if lasts else ""
    yield from map(CardLine, filter(None, (resists, gear, effects)))


def _brief(who: Entity, player: Entity, world: World) -> str:
    """Return the worst an enemy does to the player, and the player to it, in a line."""
    if who is player or not are_foes(world, player, who):
        return ""
    harms = [harm for harm in harms_of(who, player, world) if harm.parts and harm.how != "answer"]
    told = list[str]()
    if harms:
        harm = max(harms, key=lambda harm: (harm.worst, harm.mean))
        hp, ends = _usual(harm, _spread(harm.least, harm.most)), _ends(harm, player, world)
        told.append(phrase("harms_in_brief", harm.how, hp=hp, ends=ends))
    mine = blow_of(player, who, world)
    if mine is not None and mine.parts:
        awake = blow_of(player, who, world, awake=True) or mine
        hits = _hits(blows_to_end(mine, who, world, awake).death)
        damage = _at_first(mine, awake, lambda one: _spread(one.least, one.most))
        told.append(phrase("creature_card", "you hit", damage=damage, hits=hits))
    elif mine is not None:
        told.append(phrase("creature_card", "you can't"))
    return sentences(*told)


def _at_first(harm: Harm, awake: Harm, told: Callable[[Harm], str]) -> str:
    """Describe the damage of a blow, and of those that follow if the first is a sneak attack."""
    first, later = told(harm), told(awake)
    return first if harm == awake else phrase("harm", "asleep", first=first, later=later)


def health_told(who: Entity, world: World) -> str:
    """Return a creature's hit points, how hurt it looks, and its wounds."""
    health, body = who.get(Health), who.get(Wounds)
    if health is None:
        return phrase("creature_card", "unhurtable")
    wounds = f", {body.count}/{body.most} wounds" if body is not None else ""
    return f"{health.hp}/{health.most} HP, {condition_of(who, world)}{wounds}."


def harm_told(harm: Harm, player: Entity, world: World) -> str:
    """Return how much damage a harm does to the player, and in how many hits it kills."""
    hp = _usual(harm, damage_told(harm))
    text = tables()["harms"][harm.how].format(hp=hp, reach=reach_told(harm.range, harm.radius))
    if harm.how == "answer":
        return f"{text}."
    ends = _ends(harm, player, world, whole=True)
    blocks = phrase("harm", "you block", percent=harm.block) if harm.block else ""
    return f"{text}: {ends}. {blocks}".strip()


def _usual(harm: Harm, damage: str) -> str:
    spread = _spread(harm.least, harm.worst)
    return phrase("harm", "usually", all=spread, hp=damage) if harm.worst > harm.most else damage


def _ends(harm: Harm, player: Entity, world: World, *, whole: bool = False) -> str:
    times = blows_to_end(harm, player, world)
    if not times.wound:
        return phrase("harm", "kills", hits=_hits(times.death))
    empties = times.wound == times.empty
    first = phrase("harm", "empties" if empties else "wounds", hits=_hits(times.wound))
    return phrase("harm", "then kills", first=first, count=times.death) if whole else first


def damage_told(harm: Harm) -> str:
    """Return the damage of a harm, as in "12 fire" and "1–9 (average 5, up to 3 of it fire)"."""
    spread = _spread(harm.least, harm.most)
    rest = [part for part in harm.parts if part.kind not in _HITS]
    if rest == [*harm.parts] and len(rest) == 1:
        return f"{spread} {kind_named(rest[0].kind)}"
    mean = f"{sum(part.mean for part in harm.parts) / _PERCENT:.1f}".removesuffix(".0")
    more = [] if harm.least == harm.most else [phrase("harm", "average", mean=mean)]
    kinds = [(part.most, kind_named(part.kind)) for part in rest]
    more += [phrase("harm", "including", most=most, kind=kind) for most, kind in kinds]
    return f"{spread} ({', '.join(more)})" if more else spread


def _spread(least: int, most: int) -> str:
    return str(most) if least == most else f"{least}–{most}"


def pace_told(who: Entity, player: Entity, world: World) -> str:
    """Compare the speed of a creature with the player's; empty if they are equal."""
    theirs, mine = (max(1, what_is(world, creature, "speed", NORMAL)) for creature in (who, player))
    ratio = f"{theirs / mine:.2f}".rstrip("0").rstrip(".")
    if theirs == mine:
        return ""
    key = ratio if ratio in tables()["pace"] else "faster" if theirs > mine else "slower"
    return phrase("pace", key, ratio=ratio)


def _maims(who: Entity, player: Entity, harms: tuple[Harm, ...], world: World) -> Iterator[str]:
    """Yield the odds that the hardest hit wounds the player outright, if it can."""
    hits = [part.worst for harm in harms for part in harm.parts if part.kind in _HITS]
    if not any(harm.outright for harm in harms):
        return
    most = world.ask(HowMuchMore(player, "health")).most
    for part in parts_of(who, Wounding):
        odds = min(_PERCENT, TENTHS * part.percent * max(hits) / most)
        told = f"{odds:.0f}" if odds >= 1 else f"{odds:.1f}"
        kind: str = part.kind
        about = world.root[Maiming].kinds[kind].about if kind else ""
        yield phrase("wounding", "part" if kind else "any", odds=told, kind=kind, about=about)


def _yours(who: Entity, player: Entity, world: World) -> Iterator[str]:
    blow, shot = blow_of(player, who, world), shot_of(player, who, world)
    awake = blow_of(player, who, world, awake=True)
    for key, harm, then in (("hit", blow, awake), ("shoot", shot, shot)):
        if harm is not None and then is not None and harm.parts:
            hits = _hits(blows_to_end(harm, who, world, then).death)
            block = phrase("harm", "it blocks", percent=harm.block) if harm.block else ""
            told = phrase("your_harms", key, damage=_at_first(harm, then, damage_told), hits=hits)
            yield f"{told} {block}".strip()
        elif harm is not None:
            yield phrase("your_harms_without_damage", key)


def _stance(who: Entity, player: Entity, world: World) -> str:
    if not are_foes(world, player, who):
        state, tells = "peaceful", who.get(Tells)
        if are_fellows(world, player, who):
            state = "ally" if serves(world, who, player) else "wilful ally"
        why = [phrase("creature_card", "standing", faction=tells.faction)] if tells else []
        return " ".join([phrase("stances", state), *why])
    mind, wits, here = who.get(Mind), who.get(Wits), player[Position]
    goal, plan = (None, []) if mind is None else (mind.goal, mind.plan)
    # Effects such as fear and oblivion change the plan, but not what it remembers.
    acts_by = world.ask(WhatMind(who, plan)).plan
    told = [phrase("creature_card", "quarry")] if Hunted in who else []
    told += [phrase("creature_card", "by nature")] if Peaceful in who else []
    if world.ask(Sleeps(who)).asleep:
        state = "asleep"
    elif cannot_act(who, world):
        state = "unable"
    elif acts_by == ["wander"]:
        state = "unaware"
    elif acts_by[:1] == ["flee"]:
        state = "fleeing"
    elif wits is not None and wits.state == "searching":
        state = "searching"
    elif goal == (here.x, here.y):
        state = "aware" if Rooted in who else "chasing"
    else:
        state = "unaware" if goal is None else "following"
    return " ".join([*told, phrase("stances", state)])


def _hits(count: int) -> str:
    return f"~{numbered('hit', count)}"
