"""Lives: scripts of golden games about what some creatures do that others do not."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.events.bodies import Sever
from bidden.events.movement import Swap
from bidden.events.run import Talk
from bidden.intents import Intent, Quaff, Read, SwitchBoon, Wait
from tests.golden.seeker import Seeker


def cut_in_two(seeker: Seeker) -> Iterator[Intent]:
    """Cut a worm, and go for what lives on."""
    for _ in range(2):
        yield from seeker.fight(30, "worm's coil", until=Sever)
    yield from seeker.fight(10, "worm")


def stand_by(seeker: Seeker) -> Iterator[Intent]:
    """Let goblins gather what lies about, drink it, tell each other of it, and throw stones."""
    for _ in range(40):
        yield Wait()


def see_the_unseen(seeker: Seeker) -> Iterator[Intent]:
    """Be struck by what one does not see, wash one's eyes, and strike back with a cudgel."""
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
    """Be wounded, read with a voice that breaks, put a hunter to rest, and let a wound close."""
    yield from [Wait()] * 7
    for name in ("scroll of blinking", "potion of mending"):
        yield from seeker.fetch(name)
    yield Read(seeker.slot("scroll of blinking"))
    yield from seeker.fight(80, "headhunter")
    yield Quaff(seeker.slot("potion of mending"))
    yield from seeker.explore(10)


def keep_the_peace(seeker: Seeker) -> Iterator[Intent]:
    """Have a word with a pilgrim, change places with it, stone it until it turns, and fight it."""
    yield from seeker.fetch("rock")
    yield from seeker.fight(60, "pilgrim", until=Talk)
    yield from seeker.fight(10, "pilgrim", until=Swap)
    for _ in range(6):
        yield from seeker.stone("pilgrim", "rock")
    yield from seeker.fight(20)


def use_boons(seeker: Seeker) -> Iterator[Intent]:
    """Use both boons, warp them by shards and an altar, and be struck and seen besides."""
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
