"""Places: doors, stairs, traps, terrain, and the items on a tile."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bidden.components.knowledge.visits import entered
from bidden.components.movement.door import Door, Lock
from bidden.components.movement.position import Position
from bidden.components.things.pack import things_at
from bidden.components.things.readable import Inscription
from bidden.events import places
from bidden.events.boons import UseBoon
from bidden.events.combat import Die, Throw
from bidden.events.ground import Burn, BurnDown, Burst, Crouch, Ignite, Pour, RiseUp
from bidden.events.minds import are_foes
from bidden.events.movement import Close, Move, Open, Swap
from bidden.grid.compass import direction
from bidden.kinds import CORPSE
from bidden.narration.grammar import Noun, a_thing, enumerated
from bidden.narration.witness import Narration, Witness
from bidden.perception.senses.sight import in_view_of_if_lit, is_blind, is_unnoticed
from bidden.rules.boons.having import source_at
from bidden.rules.movement.occupancy import things_on
from bidden.rules.run.talking import goal_on_the_level_of
from bidden.shown.bonds import PULL
from bidden.state import Gate, Item, Levels, Look, count_of, is_somebody, name_of
from bidden.words import sentence_of, tables

PLACES: Final = Narration(places.Disarm, places.Engrave, places.Search, places.Spring, Swap)
PLACES.refused[places.Climb] = lambda climb, log: log.refuse(climb)
PLACES.by_role(
    places.Follow, enemy=lambda follow, log: are_foes(log.world, follow.target, log.player)
)


@PLACES.on(Crouch, RiseUp)
def _cover(event: Crouch | RiseUp, log: Witness) -> None:
    """Report cover once in ten turns, as poison may break it again and again."""
    told, now = sentence_of(tables()[type(event).__name__]["you"]).text, log.world.turn
    again = any(line.text == told and now < line.turn + 10 for line in log.lines)
    if log.player.alive and not again:
        log.say_by_role(event)


@PLACES.on(places.Climb)
def _climb(climb: places.Climb, log: Witness) -> None:
    if climb.enactor is not log.player:
        return
    up = climb.to_level < climb.from_level
    if climb.to_level == climb.from_level:
        log.say(climb, "nowhere")
    elif Gate in climb.stair:
        place = log.world.root[Levels].at(climb.to_level).place
        log.say(climb, "gate", place=f"the {place}" if up else a_thing(place))
    else:
        log.say(climb, "up" if up else "down")
        _come(climb, log)


@PLACES.on(places.Fall)
def _fall(fall: places.Fall, log: Witness) -> None:
    falls = fall.to_level != fall.from_level
    if falls and fall.enactor is log.player:
        log.say(fall, "you")
        _come(fall, log)
    elif falls and log.sees_tile(fall.from_level, [(fall.x, fall.y)]):
        log.say(fall, "seen", creature=log.named(fall.enactor))


def _come(coming: places.Climb | places.Fall, log: Witness) -> None:
    if isinstance(coming.cause, Move):  # the discoveries of the step lie on the new level
        log.tell_before_its_cause(coming)
    goal, here = goal_on_the_level_of(log.player, log.world), log.player[Position]
    if goal is not None:
        way = direction(goal[Position].x - here.x, goal[Position].y - here.y)
        log.add(coming, f"{PULL}{way}.", "news")


@PLACES.on(places.StayBehind)
def _stay_behind(staying: places.StayBehind, log: Witness) -> None:
    if staying.enactor is log.player:
        name = name_of(staying.target)
        why = {"held": "web" if staying.held_by == "web" else "held"}.get(staying.why, staying.why)
        variant = why if why in ("web", "held", "bidden", "far") else "left"
        log.say(staying, variant, ally=Noun(name) if is_somebody(name) else f"an ally ({name})")


@PLACES.on(Open, Close)
def _door(event: Open | Close, log: Witness) -> None:
    if event.enactor is log.player or log.sees(event.door):
        unlocks = isinstance(event, Open) and event.key is not None
        # A door that closes hides its closer, whom the player saw until then.
        hides = isinstance(event, Close) and not is_unnoticed(log.player, event.enactor, log.world)
        who = log.named(event.enactor) if hides else log.noun(event.enactor)
        log.say(event, "unlock" if unlocks else "seen", enactor=who)


@PLACES.on(Open, failed=True)
def _refuse_to_open(opening: Open, log: Witness) -> None:
    if opening.reason == "locked" and opening.enactor is log.player:
        log.say(opening, "locked", key=opening.door[Lock].key)
    else:
        log.refuse(opening)


@PLACES.on(Move)
def _step(move: Move, log: Witness) -> None:
    if move.enactor is not log.player or not log.player.alive:
        return
    here, world = log.player[Position], log.world
    if room := entered(move, here, world):
        log.say(move, "room", room=tables()["found"].get(room, room))
    items = [it for it in things_at(here, world) if Look not in it or it[Look].kind != CORPSE]
    if is_blind(log.player, world):
        if items:
            log.say(move, "blind")
        return
    counts = Counter(log.noun(each).name for each in items for _ in range(count_of(each)))
    if counts:
        told = [Noun(*each).form("some") for each in counts.items()]
        log.say(move, "items", items=enumerated(told))
    if (source := source_at(log.player, world)) is not None:
        log.say(move, "source_covered" if things_at(here, world) else "source", source=source)
    for thing in things_on(here.x, here.y, here.level, world):
        if Inscription in thing and Item not in thing:
            log.say(move, "engraving", text=thing[Inscription].text)


@PLACES.on(places.Find)
def _find(finding: places.Find, log: Witness) -> None:
    if finding.enactor is log.player and not isinstance(finding.cause, places.Spring):
        secret = "secret " if Door in finding.thing else ""
        log.say(finding, "you", found=Noun(secret + name_of(finding.thing)))


@PLACES.on(Ignite)
def _ignite(ignite: Ignite, log: Witness) -> None:
    """Report a new fire once for each cause, and not after a boon, which is reported itself."""
    cause = ignite.cause
    lit = ignite.kind, 0 if cause is None else cause.sequence
    if not ignite.kind or isinstance(cause, Burn | Burst | UseBoon) or lit == log.lit:
        return
    if log.sees_tile(ignite.level, [(ignite.x, ignite.y)]):
        log.lit = lit
        # A thrown item that broke, or a creature that died, rather than what it left there.
        if isinstance(cause, Throw) and cause.item is not None and not cause.item.alive:
            log.say(ignite, "flask", item=cause.item)
        elif isinstance(cause, Die):
            log.say(ignite, "body", body=log.named(cause.target))
        else:
            log.say(ignite, "seen")


@PLACES.on(Pour)
def _pour(pour: Pour, log: Witness) -> None:
    item = pour.cause.item if isinstance(pour.cause, Throw) else None
    if item is not None and log.sees_tile(pour.level, pour.tiles):
        log.say(pour, "gas" if pour.amount else "liquid", item=item)


@PLACES.on(Burst)
def _burst(burst: Burst, log: Witness) -> None:
    if log.sees_tile(burst.level, burst.tiles):
        log.say(burst, "seen")


@PLACES.on(BurnDown)
def _burn_down(burning: BurnDown, log: Witness) -> None:
    here = log.player.alive and log.player[Position].level == burning.level
    # Its flames lit it until now; the tile itself may be dark.
    if here and (burning.x, burning.y) in in_view_of_if_lit(log.player, log.world):
        log.say(burning, "seen")
