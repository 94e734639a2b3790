"""The card of a creature: what it does to you, what you do to it, and what it is up to.

What is told of it is what one who sees it can know: its kind, what it wears, and how it carries
itself. What its pack holds is not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.mind import Mind
from bidden.ai.wits import Wits, is_fleeing
from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.movement.position import Position
from bidden.components.run.goals import Hunted
from bidden.components.run.peace import Peaceful, Tells
from bidden.events.combat import HARMS, resistance_to
from bidden.events.effects import what_is
from bidden.events.minds import Sleeps, are_fellows, are_foes, serves
from bidden.events.turns import NORMAL
from bidden.perception.cards.blows import blows_to_end
from bidden.perception.cards.card import Card, CardLine
from bidden.perception.cards.effects import effects_told
from bidden.perception.cards.harms import MILLION, Harm, blow_of, harms_of, shot_of
from bidden.perception.cards.tricks import reach_told_of, tricks_of
from bidden.perception.senses.condition import condition_of
from bidden.perception.senses.names import counted_name
from bidden.rules.magic.effects import Effects
from bidden.state import Look, a_thing, enumerated, name_of
from eventcore import Entity, World
from eventcore.time import Timers

_HOW: Final = {
    "blow": "Hits you",
    "shot": "Shoots you",
    "throw": "Throws what it holds at you",
    "breath": "Its breath costs you",
    "knack": "By its special attack you lose",
    "answer": "For each of your blows you lose",
}
_ONCE: Final = {
    "blow": "blow",
    "shot": "shot",
    "throw": "throw",
    "breath": "breath",
    "knack": "attack",
}
_PERCENT: Final = 100


def creature_card(who: Entity, player: Entity, about: str, world: World) -> Card:
    """Draw up the card of a creature that the player sees.

    Args:
        who: The creature.
        player: Whose knowledge it is.
        about: The line there is to tell of it; may be empty.
        world: Where they are.
    """
    lines = [*_lines(who, player, about, world)]
    look, brief = who[Look], _brief(who, player, world)
    return Card(_title(who, player), look.glyph, look.look, tuple(lines), brief)


def _title(who: Entity, player: Entity) -> str:
    return "you" if who is player else a_thing(name_of(who))


def _lines(who: Entity, player: Entity, about: str, world: World) -> Iterator[CardLine]:
    kinds = world.root[Effects].kinds
    if about:
        yield CardLine(about)
    yield CardLine(health_told(who, world))
    if who is player:
        return
    foe = are_foes(world, player, who)
    yield CardLine(_stance(who, player, world), "plain" if not foe else "news")
    fellow = are_fellows(world, player, who)
    for harm in harms_of(who, player, world) if not fellow else ():
        told = harm_told(harm, player, world)
        yield CardLine(told, "harm") if foe else CardLine(f"Once hurt: {_lower(told)}")
    if foe and what_is(world, player, "ward") > 0:
        yield CardLine("Your ward turns its blows back on it, while it lasts.", "news")
    if not fellow:
        yield from (CardLine(text) for text in _yours(who, player, world))
    pace = pace_told(who, player, world)
    if pace:
        yield CardLine(pace)
    for trick in tricks_of(who, kinds):
        yield CardLine(trick, "news")
    resists = _resistances(who, world)
    if resists:
        yield CardLine(resists)
    wears = [counted_name(player, one, world) for one in who.owned]
    if wears:
        yield CardLine(f"It has {enumerated(wears)}.")
    lasting = _lasting(who, world)
    if lasting:
        yield CardLine(lasting)


def _brief(who: Entity, player: Entity, world: World) -> str:
    """Say what matters most of a foe: what its worst costs you, and how soon each is done for."""
    if who is player or not are_foes(world, player, who):
        return ""
    harms = [one for one in harms_of(who, player, world) if one.parts and one.how != "answer"]
    told = list[str]()
    if harms:
        harm = max(harms, key=lambda one: (one.worst, one.mean))
        times, once = blows_to_end(harm, player, world), _ONCE[harm.how]
        first = times.wound or times.death
        ends = "wounds you" if times.wound else "kills you"
        most = f"1–{harm.worst}" if harm.worst > harm.least else str(harm.worst)
        told.append(f"its {once} costs you {most} hp and {ends} in about {first}")
    mine = blow_of(player, who, world)
    if mine is not None and mine.parts:
        times = blows_to_end(mine, who, world)
        told.append(f"yours {mine.least}–{mine.most}, and kills in about {times.death}")
    elif mine is not None:
        told.append("your blow does nothing to it")
    return "; ".join(told)


def health_told(who: Entity, world: World) -> str:
    """Say how a creature stands, in a word and in hit points; of a body, what is open."""
    health, body = who.get(Health), who.get(Wounds)
    if health is None:
        return "It has no life to lose."
    wounds = f", {body.count} of {body.most} wounds" if body is not None else ""
    return f"{health.hp} of {health.most} hp, {condition_of(who, world)}{wounds}."


def harm_told(harm: Harm, player: Entity, world: World) -> str:
    """Say what a harm costs the player, and how often it takes until they are done for."""
    kinds = world.root[Effects].kinds
    far = "" if harm.how in ("blow", "answer") else f" ({reach_told_of(harm.range, harm.radius)})"
    verb = _HOW[harm.how]
    if not harm.parts and harm.effects:
        return f"{verb} no hit points{far}: {effects_told(harm.effects, kinds)}."
    if not harm.parts:
        return f"{verb}{far}, and it does nothing to you."
    by_effect = harm.how in ("breath", "knack", "answer")
    fore = f"{verb} {hp_told(harm)}" if by_effect else f"{verb} for {hp_told(harm)}"
    worse = f", {harm.worst} at its worst" if harm.worst > harm.most else ""
    odds = f" You block {harm.block} %." if harm.block else ""
    if harm.outright:
        odds = f" {max(1, harm.outright * _PERCENT // MILLION)} % wound outright.{odds}"
    times = blows_to_end(harm, player, world)
    once = "blow" if harm.how in ("blow", "answer") else "time"
    ends = f"kills you in about {_times(times.death, once)}"
    if times.wound:
        ends = f"a wound in about {_times(times.wound, once)}, death in about {times.death}"
    return f"{fore}{worse}{far}: {ends}.{odds}"


def hp_told(harm: Harm) -> str:
    """Say what a harm costs, as in "1–14 hp, about 7 (3 of it fire)"."""
    rest = [part for part in harm.parts if part.kind not in ("blow", "missile")]
    some = "1" if harm.least == 1 else str(harm.least)
    spread = str(harm.most) if harm.least == harm.most else f"{some}–{harm.most}"
    mean = sum(part.mean for part in harm.parts)
    about = "" if harm.least == harm.most else f", about {_rounded(mean)}"
    of = f" ({', '.join(f'{part.most} of it {part.kind}' for part in rest)})" if rest else ""
    return f"{spread} hp{about}{of}"


def pace_told(who: Entity, player: Entity, world: World) -> str:
    """Compare how fast a creature acts with how fast the player does."""
    theirs, mine = (max(1, what_is(world, one, "speed", NORMAL)) for one in (who, player))
    if theirs == mine:
        return "As fast as you."
    if theirs > mine:
        return f"Faster than you: acts {_ratio(theirs, mine)} times while you act once."
    return f"Slower than you: you act {_ratio(mine, theirs)} times while it acts once."


def _yours(who: Entity, player: Entity, world: World) -> Iterator[str]:
    """Say what the player's blows and shots do to a creature."""
    for verb, once, harm in (
        ("hit", "blow", blow_of(player, who, world)),
        ("shoot", "shot", shot_of(player, who, world)),
    ):
        if harm is None:
            continue
        if not harm.parts:
            yield f"Your {once}s do nothing to it."
            continue
        times = _times(blows_to_end(harm, who, world).death, once)
        block = f" It blocks {harm.block} %." if harm.block else ""
        yield f"You {verb} it for {hp_told(harm)}: you kill it in about {times}.{block}"


def _stance(who: Entity, player: Entity, world: World) -> str:
    """Say on whose side a creature is, and what it is up to."""
    if not are_foes(world, player, who):
        tells = who.get(Tells)
        why = f" You stand well with the {tells.faction}." if tells is not None else ""
        if are_fellows(world, player, who):
            serves_you = ", and serves you." if serves(world, who, player) else "."
            return f"On your side{serves_you}{why}"
        return f"Lets you pass.{why}" if Peaceful in who else "Takes no side."
    mind, wits = who.get(Mind), who.get(Wits)
    lets = "Whom you are bound to hunt. " if Hunted in who else ""
    lets += "Lets you pass by nature, but is a foe now. " if Peaceful in who else ""
    if world.ask(Sleeps(who)).asleep:
        return f"{lets}A foe, asleep."
    if is_fleeing(who):
        return f"{lets}A foe, fleeing."
    if wits is not None and wits.state == "searching":
        return f"{lets}A foe, looking for whom it lost."
    here = player[Position]
    if mind is not None and mind.goal == (here.x, here.y):
        return f"{lets}A foe, hunting you."
    if mind is not None and mind.goal is not None:
        return f"{lets}A foe, on its way to what it saw or heard."
    return f"{lets}A foe that has not noticed you."


def _resistances(who: Entity, world: World) -> str:
    immune, spared, weak = list[str](), list[str](), list[str]()
    for kind in HARMS:
        percent = what_is(world, who, resistance_to(kind))
        if percent >= _PERCENT:
            immune.append(kind)
        elif percent > 0:
            spared.append(f"{percent} % of {kind}")
        elif percent < 0:
            weak.append(f"{kind} (+{-percent} %)")
    told = [f"Nothing comes of {enumerated(immune)} against it."] if immune else []
    told += [f"It is spared {enumerated(spared)}."] if spared else []
    told += [f"It is weak to {enumerated(weak)}."] if weak else []
    return " ".join(told)


def _lasting(who: Entity, world: World) -> str:
    """Name what lasts on a creature, of that which is seen of it."""
    kinds = world.root[Effects].kinds
    names = [
        kinds[timer.kind].stage(timer.kind, timer.level)
        for timer in world.root[Timers].of(who)
        if timer.kind in kinds and kinds[timer.kind].seen.start
    ]
    return f"Upon it: {enumerated(names)}." if names else ""


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _times(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _rounded(hundredths: int) -> int:
    return (hundredths + 50) // _PERCENT


def _ratio(one: int, other: int) -> str:
    return f"{one / other:.2f}".rstrip("0").rstrip(".")
