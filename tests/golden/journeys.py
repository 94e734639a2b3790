"""Scripts of golden games, each of which reaches events that bots do not look for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from bidden.components.magic.casting import Mana
from bidden.components.movement.position import Position
from bidden.content.mods import FIRST
from bidden.events.bodies import Sever
from bidden.events.ground import Tile
from bidden.events.movement import Swap
from bidden.events.queries import WhichStep
from bidden.events.run import Talk
from bidden.intents import (
    Bid,
    Cast,
    Eat,
    Engrave,
    Intent,
    Move,
    PutOn,
    Quaff,
    Read,
    SwitchBoon,
    TakeOff,
    Throw,
    Wait,
    Word,
)
from bidden.recording import playing
from bidden.rules.ground.ground import Ground, Patches
from bidden.state import Levels
from tests.golden.seeker import Seeker

Journey: TypeAlias = Callable[[Seeker], Iterator[Intent]]


def arm(seeker: Seeker) -> Iterator[Intent]:
    """Strike the undead with their bane, fight below with a flaming sword, and meet a dragon."""
    for depth, weapon, steps in ((1, "mace of rest", 12), (2, "flaming sword", 16)):
        yield from seeker.climb(depth)
        yield from seeker.fetch(weapon)
        yield from seeker.put_on(weapon)
        yield from seeker.fight(steps)
    yield from seeker.climb(3)
    yield from seeker.fight(20, "dragon")


def disarm(seeker: Seeker) -> Iterator[Intent]:
    """Search for a trap, and disarm it."""
    yield from seeker.disarm(searches=9)


def poison(seeker: Seeker) -> Iterator[Intent]:
    """Strike the undead with a venomous dagger."""
    yield from seeker.fetch("venomous dagger")
    yield from seeker.put_on("venomous dagger")
    yield from seeker.fight(30)


def clothe(seeker: Seeker) -> Iterator[Intent]:
    """Wear fur, wield a spear, and go back up to the creatures that were left behind."""
    yield from seeker.fetch("suit of fur-lined mail")
    yield from seeker.put_on("suit of fur-lined mail")
    yield from seeker.climb(2)
    yield from seeker.fetch("barbed spear")
    yield from seeker.put_on("barbed spear")
    yield from seeker.fight(25)
    yield from seeker.climb(1)
    yield Wait()


def dwell(seeker: Seeker) -> Iterator[Intent]:
    """Open and shut a door, read, eat, drink healing while unwounded, and throw a potion."""
    yield from seeker.shut()
    yield from seeker.fetch("note")
    yield Read(seeker.slot("note"))
    yield from seeker.fetch("ration")
    yield Eat(seeker.slot("ration"))
    yield from seeker.fetch("potion of mending")
    yield Quaff(seeker.slot("potion of mending"))
    yield from seeker.fetch("potion of mending")
    yield from seeker.hurl_at_a_foe("potion of mending", 60)


def brawl(seeker: Seeker) -> Iterator[Intent]:
    """Gather healing items, strike and be struck, use them up, and let time pass."""
    for name in ("potion of slow healing", "ration", "potion of slow healing"):
        yield from seeker.fetch(name)
    yield from seeker.fight(20)
    yield Quaff(seeker.slot("potion of slow healing"))
    yield Eat(seeker.slot("ration"))
    yield from seeker.fight(10)
    for _ in range(100):
        yield Wait()


def study(seeker: Seeker) -> Iterator[Intent]:
    """Improve mana, then learn the spells of books, and read one book once too often."""
    yield from seeker.fetch("blue primer")
    yield from seeker.fetch("blue book")
    yield from seeker.learn(50, "mana")
    yield from seeker.study("blue primer", 4)
    yield from seeker.study("blue book", 6)
    mana = seeker.me[Mana]
    while mana.mana < mana.most - 3:
        yield Cast("blood to mana")
    for _ in range(2):
        yield Cast("summon bats")
    yield from seeker.blink()
    for words in ("Here I learned it.", "Here I learned all of it."):
        yield Engrave(words)


def unlock(seeker: Seeker) -> Iterator[Intent]:
    """Find a key, and open the matching door."""
    yield from seeker.unlock(300)


def leap(seeker: Seeker) -> Iterator[Intent]:
    """Step over the edge of a chasm, and look around below."""
    yield from seeker.leap()
    yield Wait()


def sever(seeker: Seeker) -> Iterator[Intent]:
    """Cut a worm in the middle, and kill the rest of it."""
    yield from seeker.fight(30, "worm's coil", until=Sever)
    yield from seeker.fight(60, "worm")


def fell(seeker: Seeker) -> Iterator[Intent]:
    """Strike a colossus at the knees until it falls, and then at its head."""
    for _ in range(2):
        yield from seeker.fight(60, "colossus' knee", until=Sever)
    yield from seeker.fight(60, "colossus' head", until=Sever)
    yield Wait()


def burn(seeker: Seeker) -> Iterator[Intent]:
    """Set grass alight, walk into it, into a trap and out again, and read more fire scrolls."""
    yield from seeker.fetch("fire pot")
    yield from seeker.hurl("fire pot", 2)
    yield from [Wait()] * 2
    yield from seeker.walk_into_harm(3)
    yield from seeker.spring()
    yield from seeker.explore(12)


def ford(seeker: Seeker) -> Iterator[Intent]:
    """Wade through deep water in mail, and let it wash an item away."""
    yield from seeker.fetch("rock")
    yield from seeker.hurl("rock", 3)
    yield from seeker.explore(30)


def breathe_fumes(seeker: Seeker) -> Iterator[Intent]:
    """Break flasks, let gas explode, meet a dragon, and heal the damage."""
    yield from seeker.fetch("white primer")
    yield from seeker.study("white primer", 3)
    for flask in ("fire pot", "flask of bad air"):
        yield from seeker.fetch(flask)
        yield from seeker.hurl(flask, 3)
    for _ in range(6):
        yield from seeker.fight(6, "dragon")
        yield Cast("minor heal")


def snipe(seeker: Seeker) -> Iterator[Intent]:
    """Shoot at creatures that do not see the shooter, until they arrive."""
    yield from seeker.fetch("bow")
    yield from seeker.put_on("bow")
    yield from seeker.snipe(60)


def gather_missiles(seeker: Seeker) -> Iterator[Intent]:
    """Shoot without and with arrows, gather them, and try crossbow and sling."""
    yield from seeker.fetch("bow")
    yield from seeker.put_on("bow")
    yield from seeker.snipe(1)
    yield from seeker.fetch("arrow")
    yield from seeker.snipe(14)
    yield from seeker.fetch("arrow")
    for weapon, missile in (("crossbow", "bolt"), ("sling", "stone")):
        yield from seeker.fetch(weapon)
        yield from seeker.fetch(missile)
        yield from seeker.put_on(weapon)
        yield from seeker.snipe(6)


def try_arms(seeker: Seeker) -> Iterator[Intent]:
    """Strike with weapons of each kind, and go down to find better weapons."""
    yield from seeker.fetch("kite shield")
    yield from seeker.put_on("kite shield")
    for weapon in ("spear", "dagger", "axe", "mace", "halberd"):
        yield from seeker.fetch(weapon)
        yield from seeker.put_on(weapon)
        yield from seeker.fight(14)
    yield from seeker.climb(2)


def lead(seeker: Seeker) -> Iterator[Intent]:
    """Wait for followers, order them to stay and to come, and lead them down a stair to fight."""
    yield Bid("come")
    for _ in range(12):
        yield Wait()
    words: tuple[Word, ...] = ("stay", "come")
    for word in words:
        yield Bid(word)
        yield Wait()
        yield Wait()
    yield from seeker.climb(2)
    for _ in range(30):
        if seeker.session.view().foes_at:
            break
        yield from seeker.near()
    yield Bid("strike")
    for _ in range(12):
        yield Wait()


def visit(seeker: Seeker) -> Iterator[Intent]:
    """Enter a room with a name of its own, and fight its creatures."""
    yield from seeker.visit()
    yield from seeker.fight(10)


def record_journey(
    journey: Journey, *, events: bool = True, level: str = FIRST
) -> Callable[[int, Path], None]:
    """Return a function that records a journey until it or the game ends."""

    def record(seed: int, path: Path) -> None:
        game = playing.begin(seed, path, level=level, events=events)
        for intent in journey(Seeker(game.session)):
            if game.session.ending is not None:
                break
            game.perform(intent)
        game.close()

    return record


def cut_in_two(seeker: Seeker) -> Iterator[Intent]:
    """Cut a worm, and attack the part that lives on."""
    for _ in range(2):
        yield from seeker.fight(30, "worm's coil", until=Sever)
    yield from seeker.fight(10, "worm")


def stand_by(seeker: Seeker) -> Iterator[Intent]:
    """Let goblins gather items, drink, share news, and throw stones."""
    for _ in range(40):
        yield Wait()


def see_the_unseen(seeker: Seeker) -> Iterator[Intent]:
    """Be struck by an unseen creature, wash the eyes, and strike back with a cudgel."""
    yield from seeker.fetch("vial of eyebright")
    yield Quaff(seeker.slot("vial of eyebright"))
    yield from seeker.fetch("cudgel")
    yield from seeker.put_on("cudgel")
    yield from seeker.fight(40)


def be_hunted(seeker: Seeker) -> Iterator[Intent]:
    """Stay until a hunter comes, strike it, leap away from it, and come back up to it."""
    for _ in range(32):
        yield Wait()
    yield from seeker.fight(6)
    yield from seeker.leap()
    yield from seeker.climb(1)
    for _ in range(30):
        yield Wait()


def be_maimed(seeker: Seeker) -> Iterator[Intent]:
    """Be wounded, read with a broken voice, kill a hunter, and let a wound close."""
    yield from [Wait()] * 7
    for name in ("scroll of blinking", "potion of mending"):
        yield from seeker.fetch(name)
    yield Read(seeker.slot("scroll of blinking"))
    yield from seeker.fight(80, "headhunter")
    yield Quaff(seeker.slot("potion of mending"))
    yield from seeker.explore(10)


def keep_the_peace(seeker: Seeker) -> Iterator[Intent]:
    """Talk to a pilgrim, swap places with it, stone it until it turns hostile, and fight it."""
    yield from seeker.fetch("rock")
    yield from seeker.fight(60, "pilgrim", until=Talk)
    yield from seeker.fight(10, "pilgrim", until=Swap)
    for _ in range(6):
        yield from seeker.stone("pilgrim", "rock")
    yield from seeker.fight(20)


def use_boons(seeker: Seeker) -> Iterator[Intent]:
    """Use both boons, warp them by shards and an altar, and be struck and seen meanwhile."""
    for shard in ("", "ember shard", "hollow shard"):
        for _ in range(2):
            if shard:
                yield from seeker.fetch(shard)
                yield Read(seeker.slot(shard))
            for _ in range(2):
                yield from seeker.use_boon(60)
                yield from [*seeker.near()] * 2
                yield Wait()
            yield SwitchBoon()
    yield from seeker.draw_from("altar of embers")


def carry_light(seeker: Seeker) -> Iterator[Intent]:
    """Wield a torch, wade with it, light it again, and throw it into the grass and the water."""
    yield from seeker.fetch("torch")
    yield from seeker.put_on("torch")
    yield from seeker.explore(15)
    yield from _go_to(seeker, "deep water")
    yield TakeOff(seeker.slot("torch"))
    yield PutOn(seeker.slot("torch"))
    yield from _go_to(seeker, "")
    yield TakeOff(seeker.slot("torch"))
    yield PutOn(seeker.slot("torch"))
    yield from _go_to(seeker, "fissure")
    yield from [Wait()] * 3
    yield from _go_to(seeker, "tall grass")
    yield from seeker.hurl("torch", 2)
    yield from [Wait()] * 4
    yield from seeker.fetch("torch")
    yield from seeker.put_on("torch")
    yield from seeker.fight(12)


def hide(seeker: Seeker) -> Iterator[Intent]:
    """Wait in tall grass, step out, wait again until a creature comes, and fight."""
    yield from _go_to(seeker, "tall grass")
    yield from [Wait()] * 6
    yield from seeker.near()
    yield from _go_to(seeker, "tall grass")
    yield from [Wait()] * 8
    yield from seeker.fight(20)
    yield from seeker.fetch("fire pot")
    yield from seeker.hurl("fire pot", 2)
    yield from [Wait()] * 5


def set_ablaze(seeker: Seeker) -> Iterator[Intent]:
    """Throw a pot of fire at a wooden door, wait until the door has burnt down, and fight."""
    yield from seeker.fetch("fire pot")
    me, world = seeker.me, seeker.session.world
    while True:
        here = me[Position]
        doors = [tile for tile, patch in _covers(seeker).items() if patch.kind == "wood"]
        (x, y) = min(doors, key=lambda one: ((one[0] - here.x) ** 2 + (one[1] - here.y) ** 2, one))
        if max(abs(x - here.x), abs(y - here.y)) <= 3:
            break
        step = world.ask(WhichStep(me, x, y, opens_doors=True)).step
        yield Wait() if step is None else Move(*step)
    yield Throw(seeker.slot("fire pot"), x, y)
    yield from [Wait()] * 10
    yield from seeker.fight(15)


def _covers(seeker: Seeker) -> Patches:
    return seeker.session.world.root[Ground].on("covers", seeker.level)


def _go_to(seeker: Seeker, kind: str) -> Iterator[Intent]:
    """Go to the nearest tile of this ground; without a name, to the nearest bare tile."""
    me, world = seeker.me, seeker.session.world

    def spots() -> list[Tile]:
        covers = _covers(seeker)
        level = world.root[Levels].at(seeker.level)
        if kind:
            return [tile for tile, patch in covers.items() if patch.kind == kind]
        floor = ((x, y) for y in range(level.height) for x in range(level.width))
        return [one for one in floor if one not in covers and not level.is_wall(*one)]

    def far(tile: Tile) -> tuple[int, Tile]:
        dx, dy = tile[0] - me[Position].x, tile[1] - me[Position].y
        return dx * dx + dy * dy, tile

    while (near := min(spots(), key=far)) != (me[Position].x, me[Position].y):
        step = world.ask(WhichStep(me, *near, opens_doors=True)).step
        yield Wait() if step is None else Move(*step)
