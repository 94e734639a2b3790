"""A session: the one place that makes a game and moves it on.

Life cycle: made from a seed, it lays down the rules and publishes the beginning;
then every intent from outside goes through ``perform``, whoever gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NoReturn, Self, SupportsIndex

import msgspec

import bidden
from bidden.actions import action_of
from bidden.code import code_fingerprint
from bidden.components.body.health import Health
from bidden.components.body.limb import Limb
from bidden.components.body.recovery import Recovery
from bidden.components.body.stomach import Stomach
from bidden.components.magic.mana import Mana
from bidden.content.catalogue import Catalogue
from bidden.content.datafiles import ContentError
from bidden.content.mods import FIRST, header_mods
from bidden.decoding import decode_intent
from bidden.events.effects import what_is
from bidden.events.minds import are_foes_by_nature
from bidden.events.turns import BeginGame, BeginScenario, LookAround, SpendTime, TakeTurn
from bidden.intents import Intent
from bidden.messages import MessageLog
from bidden.messages.conduct import Conduct, Done
from bidden.modding import catalogue_of_mods, components_of, tellers_of
from bidden.perception.cards.card import Card, Subject
from bidden.perception.cards.finding import card_of
from bidden.perception.drawn.kept import Kept
from bidden.perception.drawn.viewing import view_of
from bidden.perception.foretold.forecast import Forecast
from bidden.perception.foretold.forecasting import forecast
from bidden.perception.senses.charting import chart_of
from bidden.perception.told.character import character_of
from bidden.perception.told.lore import Lore
from bidden.perception.told.telling import about_tile
from bidden.perception.told.tiles import tile_told
from bidden.saved import SessionSnapshot, read_saved, refuse_odd_ground
from bidden.state import Fighter, Hero, Side
from bidden.view import Character, Chart, Ending, Line, View
from bidden.wiring import give_content, lay_down_rules, take_up_rules
from eventcore import (
    Action,
    Digest,
    DispatchError,
    SaveError,
    Snapshot,
    World,
    __version__,
    handlers_fingerprint,
    load_world,
    save_world,
)
from eventcore.journal import Header
from eventcore.time import NORMAL, next_actor

GAME = "bidden"
"""The name of the game in its journals."""


class Session:
    """One game from its first turn to its last.

    Attributes:
        world: The world it is played in.
        digest: The world's digest, from its first event on.
        player: Who the intents from outside are for.
        messages: The message log.
        conduct: What the player did.
        read: Whether anybody reads these two; else nothing is put into them.
    """

    def __init__(
        self,
        seed: int,
        *,
        debug: bool = False,
        catalogue: Catalogue | None = None,
        level: str = FIRST,
        mute: Collection[str] = (),
        mods: Sequence[str] = (),
        watch: Callable[[World], object] | None = None,
        read: bool = True,
    ) -> None:
        """Begin a new game.

        Args:
            seed: Everything follows from it and from the intents.
            debug: Run the world in debug mode.
            catalogue: What things are made of; the content of the package by default.
            level: The name of the level to begin on: the game's first, or a scenario.
            mute: Handlers that are left out, each as ``Component.method``.
            mods: The names of the mods whose content is added, where no catalogue is given.
            watch: Called with the world before anything happens in it.
            read: Whether anybody reads what the player is told. Where nobody does, as where a
                game is only performed once more, it goes the same way and cannot be saved.

        Raises:
            ContentError: The level or a mod does not exist, or a level has no room for its
                creatures.
            RegistrationError: The handler to mute does not exist.
            DispatchError: Nobody is played, as what would make the player was muted or refused.
        """
        self.catalogue = catalogue_of_mods(mods) if catalogue is None else catalogue
        self._lore, self._kept = Lore(self.catalogue.abouts, self.catalogue.doubts), Kept()
        self.world = World(
            seed=seed, components=components_of(self.catalogue.mods), debug=debug, mute=mute
        )
        self.digest = Digest(self.world)
        self._level = level
        self._kind = self.catalogue.level(level)
        lay_down_rules(self.world, self.catalogue, self._kind)
        if watch is not None:
            watch(self.world)
        self.world.publish(BeginGame(self.world.root))
        hero = self.world.root.get(Hero)
        if hero is None or Health not in hero.who:
            raise DispatchError(
                "nobody is played: a handler of BeginGame, MakeLevel or Spawn is missing or refused"
            )
        self.player = hero.who
        hint = [Line(self._kind.hint, "news", 0, 0)] if self._kind.hint else []
        self.read = read
        self._begin_to_tell(hint)
        if self._kind.cues:
            self.world.publish(BeginScenario(self.world.root))

    @classmethod
    def restore(
        cls, data: bytes, *, debug: bool = False, catalogue: Catalogue | None = None
    ) -> Self:
        """Go on with a game that was saved.

        Args:
            data: What ``save`` gave.
            debug: Run the world in debug mode.
            catalogue: What things are made of; by default that of the mods it was saved with.

        Raises:
            SaveError: The data are not a save of this version of the game.
        """
        saved = read_saved(data)
        self = cls.__new__(cls)
        try:
            given = catalogue_of_mods(saved.mods) if catalogue is None else catalogue
            components = components_of(given.mods)
        except ContentError as error:
            raise SaveError(f"this game cannot go on: {error}") from None
        self.catalogue = given
        self._lore, self._kept = Lore(given.abouts, given.doubts), Kept()
        self.world = load_world(bytes(saved.world), components=components, debug=debug)
        self.read = True
        hero = self.world.root.get(Hero)
        if hero is None or not saved.digest:
            raise SaveError("this is no saved game: nobody is played in it")
        self.digest = Digest(self.world)
        self.digest.restore(saved.digest)
        self._level = saved.level
        self.player = hero.who
        kind = self.catalogue.levels.get(saved.level)
        if kind is None:
            raise SaveError(f"this is no saved game: there is no level {saved.level!r}")
        self._kind = kind
        try:
            take_up_rules(self.world, given, kind)
            give_content(self.world, given, kind)
            self._begin_to_tell(saved.lines, saved.epitaph, saved.death, saved.conduct)
            refuse_odd_ground(self.world)
            self.view()
        except Exception as error:  # whatever the rules stumble over in a state that is none
            raise SaveError(f"this is no saved game: {error}") from None
        return self

    def snapshot(self) -> SessionSnapshot:
        """Copy all there is to the game, as it stands, for ``put_back`` and ``of_snapshot``.

        Raises:
            DispatchError: An intent is being performed.
        """
        messages = self.messages
        return SessionSnapshot(
            self.catalogue,
            self._level,
            self.world.seed,
            self.read,
            Snapshot(self.world),
            self.digest.state(),
            messages.epitaph,
            messages.death,
            messages.lines,
            self.conduct.done(),
        )

    def put_back(self, snapshot: SessionSnapshot) -> None:
        """Let the game be what it, or a clone of it, was when that was taken.

        What is tapped or observed stays so. A view from before tells no more what is found out
        only when it is asked.

        Raises:
            DispatchError: An intent is being performed.
            ValueError: The snapshot was taken of another game.
        """
        if not self.goes_back_to(snapshot):
            raise ValueError(
                "a session goes back to no game of another seed or level, or with other mods: "
                "of_snapshot(snapshot) makes a session of its own of that"
            )
        snapshot.world.put_into(self.world, known=[self.player])
        self._kept = Kept()
        self.digest.restore(snapshot.digest)
        self.player = self.world.root[Hero].who
        give_content(self.world, self.catalogue, self._kind)
        self.messages.go_back_to(snapshot.lines, snapshot.epitaph, snapshot.death)
        self.conduct.go_back_to(snapshot.conduct)

    @classmethod
    def of_snapshot(cls, snapshot: SessionSnapshot) -> Self:
        """Make another game, that goes on from where one was when that was taken."""
        self = cls.__new__(cls)
        self.catalogue, self.read = snapshot.catalogue, snapshot.read
        self._lore, self._kept = Lore(self.catalogue.abouts, self.catalogue.doubts), Kept()
        self._level, self._kind = snapshot.level, self.catalogue.level(snapshot.level)
        self.world = snapshot.world.make_world()
        self.digest = Digest(self.world)
        self.digest.restore(snapshot.digest)
        self.player = self.world.root[Hero].who
        give_content(self.world, self.catalogue, self._kind)
        self._begin_to_tell(snapshot.lines, snapshot.epitaph, snapshot.death, snapshot.conduct)
        return self

    def goes_back_to(self, snapshot: SessionSnapshot) -> bool:
        """Say whether a snapshot is of this game, or of a clone of it."""
        return snapshot.game == (self.catalogue.fingerprint, self._level, self.world.seed)

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or pickled.

        Raises:
            TypeError: Always.
        """
        raise TypeError(
            "a session cannot be copied or pickled: of_snapshot(snapshot()) makes another that "
            "goes on as it does, and save() writes it down; a bidden.headless.Game can be both"
        )

    def save(self) -> bytes:
        """Write all there is to the game: the world, its digest, and what the player was told.

        Raises:
            SaveError: Nobody reads what the player is told, and so it is not known.
        """
        if not self.read:
            raise SaveError("a game of which nobody reads what the player is told is not saved")
        return msgspec.json.encode(
            {
                "level": self._level,
                "digest": self.digest.state(),
                "epitaph": self.messages.epitaph,
                "death": self.messages.death,
                **self.conduct.done().saved(),
                "mods": self.catalogue.mods,
                "lines": list(self.messages.lines),
                "world": msgspec.Raw(save_world(self.world)),
            },
            order="sorted",
        )

    @property
    def header(self) -> Header:
        """What a journal of this game begins with."""
        return Header(
            game=GAME,
            engine=__version__,
            seed=self.world.seed,
            content=self.catalogue.fingerprint,
            chains=handlers_fingerprint(self.world.components),
            mods=header_mods(self._level, self.catalogue.mods),
            version=bidden.__version__,
            code=code_fingerprint(Session),
        )

    @property
    def ending(self) -> Ending | None:
        """How the game is over, or None while it goes on."""
        if not self.player.alive:
            return Ending.DIED
        return Ending.WON if self.world.root[Hero].won else None

    def perform(self, intent: Intent) -> Action:
        """Let the player act, and then everyone who is due before the player is again.

        An intent that is done, a bump become a blow included, takes what the action
        costs; one that fails takes nothing, unless a handler says so, and the others
        wait. A creature's turn is over whether its attempt fails or not. With the
        player's death time stands still, and for this turn with the victory.

        Returns:
            The settled event that the intent became.
        """
        won = self.over
        action = self.world.publish(action_of(intent, self.player, self.world))
        cost = action.cost
        if cost and self.player.alive:
            self.world.publish(SpendTime(self.player, cost))
            self._let_others_act(lambda: self.over and not won)
            if self.player.alive:
                self.world.publish(LookAround(self.player))
        return action

    def stats(self) -> list[tuple[str, int]]:
        """Give what the player has left, and what its stats come to with all that lasts."""
        health, mana, stomach = self.player[Health], self.player[Mana], self.player[Stomach]
        stores = [("health", health.hp), ("mana", mana.mana), ("food", stomach.food)]
        natures = {
            "strength": self.player[Fighter].strength,
            "attack": self.player[Fighter].attack,
            "defence": self.player[Fighter].defence,
            "sight": 0,
            "speed": NORMAL,
            "regeneration": self.player[Recovery].health,
        }
        asked = [(stat, what_is(self.world, self.player, stat, n)) for stat, n in natures.items()]
        return stores + [(stat, max(0, value)) for stat, value in asked]

    @property
    def over(self) -> bool:
        """True once the game is won or lost."""
        return self.ending is not None

    def told_since(self, sequence: int) -> list[str]:
        """Give the lines of the message log that tell of events after one."""
        return [line.text for line in self.messages.lines if line.sequence > sequence]

    def summary(self) -> dict[str, str]:
        """Sum up how the player fares."""
        health = self.player[Health]
        others = (who for who in self.world.having(Side) if Limb not in who)
        foes = [who for who in others if are_foes_by_nature(self.player, who)]
        ending = "-" if self.ending is None else self.ending.value
        return {"hp": f"{health.hp}/{health.most}", "ending": ending, "foes left": str(len(foes))}

    def view(self, *, all_seeing: bool = False, weighs: bool = False) -> View:
        """Show what the player knows, or on the map the whole level.

        Args:
            all_seeing: Let the map show the whole level.
            weighs: Tell of each foe in view how a fight with it would go, which takes some time.
        """
        return view_of(
            self.world,
            self.player,
            self.messages,
            self.conduct,
            self.ending,
            levels=self._kind.levels,
            lore=self._lore,
            endings=self.catalogue.endings,
            kept=self._kept,
            all_seeing=all_seeing,
            weighs=weighs,
        )

    def character(self) -> Character:
        """Tell what the player knows of itself, each stat with what it comes of, and of things."""
        things = self.catalogue
        return character_of(self.world, self.player, things.blueprints, things.abouts)

    def about(self, x: int, y: int) -> str:
        """Tell what the player can make of what is on a tile; empty where that is nothing."""
        return about_tile(x, y, self.player, self.world, self.catalogue.abouts)

    def tile(self, x: int, y: int) -> str:
        """Tell in words who stands on a tile, what lies there, and the ground; empty if unknown."""
        return tile_told(x, y, self.player, self.world)

    def card(self, subject: Subject) -> Card | None:
        """Tell what the player can know of something; None where that is nothing."""
        return card_of(subject, self.player, self.world, self.catalogue)

    def chart(self) -> Chart:
        """Tell what the player remembers of rooms, locks, keys and ways."""
        return chart_of(self.world, self.player)

    def refusal(self, intent: Intent) -> str | None:
        """Say why the rules would refuse an intent now, by its code; nothing changes by it.

        It is the whole truth, also of what the player cannot know.

        Returns:
            The reason; None where the intent would be done, or where to try it takes time.
        """
        action = action_of(intent, self.player, self.world)
        seen = self.world.preview(action, follows=False)
        return (seen.reason or "") if seen.event.failed and not seen.event.cost else None

    def forecast(self, intent: Intent) -> Forecast:
        """Tell what an intent would come to, as far as the player can know; nothing changes."""
        return forecast(intent, self.player, self.world)

    def encode(self, intent: Intent) -> tuple[str, int, Intent]:
        """Give an intent's name, the version of its fields, and these."""
        return type(intent).__name__, intent.version, intent

    def decode(self, name: str, version: int, data: bytes) -> Any:
        """Give an intent back from a record.

        Raises:
            JournalError: The game has no such intent, or its fields are wrong.
        """
        return decode_intent(name, version, data)

    def _let_others_act(self, stop: Callable[[], bool]) -> None:
        while self.player.alive and not stop():
            actor = next_actor(self.world, stop=lambda: stop() or not self.player.alive)
            if actor is None or actor is self.player:
                return
            self.world.publish(TakeTurn(actor))

    def _begin_to_tell(
        self,
        lines: Iterable[Line] = (),
        epitaph: str = "",
        death: int = 0,
        conduct: Done | None = None,
    ) -> None:
        """Have what happens told in words and counted from now on, after what was before."""
        world, player, listens = self.world, self.player, self.read
        more = tellers_of(self.catalogue.mods)
        self.messages = MessageLog(world, player, lines, epitaph, death, listens=listens, more=more)
        self.conduct = Conduct(world, player, conduct, listens=listens)
