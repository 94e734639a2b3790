"""The game: the one place that wires a world, takes intents from outside, and moves time on."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import attrs
import msgspec

from eventcore import (
    Action,
    Digest,
    Entity,
    JournalError,
    World,
    __version__,
    handlers_fingerprint,
    load_world,
    save_world,
)
from eventcore.journal import Header, code_fingerprint
from eventcore.time import TURN

from . import things, walking
from .cave import COMPONENTS, Dig, Digger, Hero, people
from .fighting import Health
from .things import Item
from .turns import Hunter, begin_time, pass_time
from .walking import Place, Walls


@attrs.frozen
class Move:
    """An intent: a step that way."""

    dx: int
    dy: int


@attrs.frozen
class Take:
    """An intent: take what lies here."""


@attrs.frozen
class Wait:
    """An intent: let a turn go by."""


@attrs.frozen
class Result:
    """What became of an intent; the tools count those that have failed."""

    reason: str | None = None

    @property
    def failed(self) -> bool:
        return self.reason is not None


Intent = Move | Take | Wait
INTENTS: dict[str, type[Any]] = {"Move": Move, "Take": Take, "Wait": Wait}


class Game:
    """A world with a hero in it, who acts when an intent comes from outside."""

    def __init__(self, seed: int, mute: Collection[str] = (), debug: bool = False) -> None:
        self.world = World(seed=seed, components=COMPONENTS, mute=mute, debug=debug)
        self.digest = Digest(self.world)
        begin_time(self.world)
        self.world.attach(self.world.root, Walls([]))
        self.world.attach(self.world.root, Digger())
        self.world.publish(Dig(self.world.root, 110))
        people(self.world)

    @property
    def hero(self) -> Entity | None:
        """Who is played; None once dead."""
        return next(self.world.having(Hero), None)

    @property
    def over(self) -> bool:
        """Whether the hero is dead, or nobody hunts it any more."""
        return self.hero is None or not self.world.roster(Hunter)

    def summary(self) -> dict[str, str]:
        """Sum up how it stands, for the tools."""
        hunters = len(self.world.roster(Hunter))
        return {
            "hit points": str(self.hero[Health].hp if self.hero else 0),
            "hunters": str(hunters),
        }

    def perform(self, intent: Intent) -> Result:
        """Let the hero act, then all others until its turn comes."""
        hero, reason, cost = self.hero, None, TURN
        if hero is None or self.over:
            return Result("over")
        if not isinstance(intent, Wait):
            event = self._event_of(intent, hero)
            if event is None:
                return Result("nothing")
            self.world.publish(event)
            reason, cost = event.reason, event.cost
        pass_time(self.world, hero, cost, lambda: self.over)
        return Result(reason)

    def _event_of(self, intent: Move | Take, hero: Entity) -> Action | None:
        if isinstance(intent, Move):
            return walking.Move(hero, intent.dx, intent.dy)
        for thing in self.world.having(Item, Place):
            if thing[Place].tile == hero[Place].tile:
                return things.Take(hero, thing)
        return None

    # What a journal needs: what it was recorded with, and how an intent is written and read

    @property
    def header(self) -> Header:
        chains, code = handlers_fingerprint(COMPONENTS), code_fingerprint(Game)
        return Header("rogue", __version__, self.world.seed, "", chains, version="1", code=code)

    def encode(self, intent: Intent) -> tuple[str, int, Intent]:
        return type(intent).__name__, 1, intent

    def decode(self, name: str, version: int, data: bytes) -> Intent:
        try:
            intent: Intent = msgspec.json.decode(data, type=INTENTS[name])
        except (KeyError, msgspec.DecodeError) as error:
            raise JournalError(f"{name}: {error}") from None
        return intent

    # What the tools need to enter a game anywhere: the whole state

    def save(self) -> bytes:
        saved = {"world": msgspec.Raw(save_world(self.world)), "digest": self.digest.state()}
        return msgspec.json.encode(saved)

    @classmethod
    def restore(cls, saved: bytes) -> Game:
        parts = msgspec.json.decode(saved, type=dict[str, msgspec.Raw])
        self = cls.__new__(cls)
        self.world = load_world(bytes(parts["world"]), components=COMPONENTS)
        self.digest = Digest(self.world)
        self.digest.restore(msgspec.json.decode(parts["digest"]))
        return self
