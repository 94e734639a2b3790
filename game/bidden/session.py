"""A session: the one place that makes a game and moves it on.

Life cycle: made from a seed, it lays down the rules and publishes the beginning;
then every intent from outside goes through ``perform``, whoever gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, NoReturn, Self, SupportsIndex

import msgspec

import bidden
from bidden.actions import action_of
from bidden.components.body.health import Health
from bidden.components.body.limb import Limb
from bidden.components.body.recovery import Recovery
from bidden.components.body.stomach import Stomach
from bidden.components.magic.mana import Mana
from bidden.content.catalogue import Catalogue
from bidden.content.datafiles import ContentError, ModError
from bidden.content.mods import FIRST, header_mods, level_of, missing_from, mods_there
from bidden.content.overrides import changed_catalogue
from bidden.content.tables import LEVELS
from bidden.events.effects import what_is
from bidden.events.minds import are_foes_by_nature
from bidden.events.turns import NORMAL, BeginGame, BeginScenario, LookAround, SpendTime, TakeTurn
from bidden.intents import INTENTS, Intent
from bidden.modding import catalogue_of_mods, components_of, narrations_of
from bidden.narration import MessageLog
from bidden.narration.conduct import Conduct, Done
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
from bidden.state import Fighter, Hero, Side, called, enumerated
from bidden.text import printable
from bidden.view import Character, Chart, Ending, Line, View
from bidden.wiring import give_content, lay_down_rules, take_up_rules
from eventcore import (
    Action,
    Component,
    Digest,
    Entity,
    EventcoreError,
    JournalError,
    SaveError,
    Simulation,
    Snapshot,
    World,
    __version__,
    load_world,
    save_world,
)
from eventcore.journal import Header, Journal
from eventcore.replay import Source
from eventcore.time import next_actor

GAME = "bidden"
"""The name of the game in its journals."""
MADE_BY: Final = f"{__name__}:Session"
"""The source of journals, for other processes."""
_LONGEST: Final = 300
"""The most characters shown of an error in content."""


class Session(Simulation):
    """One game from its first turn to its last.

    Attributes:
        catalogue: The content of the game.
        player: The entity that acts on intents.
        messages: The message log.
        conduct: The record of what the player did.
        read: Whether anybody reads these two; otherwise they stay empty.
    """

    intents = tuple(INTENTS.values())
    game = GAME
    version = bidden.__version__
    name = staticmethod(called)

    catalogue: Catalogue
    player: Entity
    messages: MessageLog
    conduct: Conduct
    read: bool

    def __init__(
        self,
        seed: int = 0,
        *,
        debug: bool = False,
        mute: Collection[str] = (),
        watch: Callable[[World], object] | None = None,
        level: str = FIRST,
        catalogue: Catalogue | None = None,
        mods: Sequence[str] = (),
        read: bool = True,
    ) -> None:
        """Begin a new game.

        Args:
            seed: The seed of all random streams.
            debug: Whether the world checks every dispatch.
            mute: Handlers to leave out, each as ``Component.method``.
            watch: Called with the world before anything happens in it.
            level: The level to begin on: the first of the game, or a scenario.
            catalogue: The content; by default that of the package and of the mods.
            mods: The names of the mods whose content is added, if no catalogue is given.
            read: Whether anybody reads the message log. If not, as in a replay, the game goes the
                same way but cannot be saved.

        Raises:
            ContentError: The level or a mod does not exist, or a level has no room for its
                creatures.
            EventcoreError: A muted handler does not exist, or there is no player: a handler that
                creates it was muted or refused.
        """
        self._use(catalogue_of_mods(mods) if catalogue is None else catalogue)
        self.read = read
        mods = self.catalogue.mods
        super().__init__(seed, debug=debug, mute=mute, watch=watch, level=level, mods=mods)

    @classmethod
    def components_for(cls, **parameters: Any) -> Sequence[type[Component]]:
        """Return the component classes of the game and of its mods."""
        return components_of(parameters["mods"])

    def setup(self, level: str = FIRST, mods: Sequence[str] = ()) -> None:
        """Lay down the rules, and begin the game on a level."""
        self._kind = self.catalogue.level(level)
        lay_down_rules(self.world, self.catalogue, self._kind)
        self.world.publish(BeginGame(self.world.root))
        hero = self.world.root.get(Hero)
        if hero is None or Health not in hero.who:
            raise EventcoreError(
                "nobody is played: a handler of BeginGame, MakeLevel or Spawn is missing or refused"
            )
        self.player = hero.who
        hint = [Line(self._kind.hint, "news", 0, 0)] if self._kind.hint else []
        self._begin_to_tell(hint)
        if self._kind.cues:
            self.world.publish(BeginScenario(self.world.root))

    def _use(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._lore, self._kept = Lore(catalogue.abouts, catalogue.doubts), Kept()

    @classmethod
    def restore(
        cls, saved: bytes, *, debug: bool = False, catalogue: Catalogue | None = None
    ) -> Self:
        """Load a game that ``save`` saved.

        Args:
            saved: The bytes that ``save`` returned.
            debug: Whether the world checks every dispatch.
            catalogue: The content; by default that of the mods it was saved with.

        Raises:
            SaveError: The data are not a save of this version of the game.
        """
        game = read_saved(saved)
        self = cls.__new__(cls)
        try:
            self._use(catalogue_of_mods(game.mods) if catalogue is None else catalogue)
        except ContentError as error:
            raise SaveError(f"this game cannot go on: {error}") from None
        given = self.catalogue
        self.world = load_world(
            bytes(game.world), components=components_of(given.mods), debug=debug
        )
        self.read = True
        hero = self.world.root.get(Hero)
        if hero is None or not game.digest:
            raise SaveError("this is not a saved game: nobody is played in it")
        self.digest = Digest(self.world)
        self.digest.restore(game.digest)
        self.parameters = {"level": game.level, "mods": given.mods}
        self.player = hero.who
        kind = self.catalogue.levels.get(game.level)
        if kind is None:
            raise SaveError(f"this is not a saved game: there is no level {game.level!r}")
        self._kind = kind
        try:
            take_up_rules(self.world, given, kind)
            give_content(self.world, given, kind)
            self._begin_to_tell(game.lines, game.epitaph, game.death, game.conduct)
            refuse_odd_ground(self.world)
            self.view()
        except Exception as error:  # whatever the rules stumble over in a state that is none
            raise SaveError(f"this is not a saved game: {error}") from None
        return self

    @classmethod
    def of_journal(
        cls,
        journal: Journal,
        catalogue: Catalogue | None = None,
        watch: Callable[[World], object] | None = None,
        *,
        read: bool = True,
    ) -> Self:
        """Create the session that a journal begins with, without its mods that are not installed.

        Args:
            journal: The journal.
            catalogue: The content; by default that of its mods.
            watch: Called with the world before anything happens in it.
            read: Whether the message log is needed: to be read, saved, or compared with a save.

        Raises:
            JournalError: The journal begins on a level that this version does not have.
        """
        header = journal.header
        mods, level = mods_there(header), level_of(header)
        try:
            return cls(
                header.seed, catalogue=catalogue, level=level, mods=mods, watch=watch, read=read
            )
        except ContentError as error:
            missing = missing_from(header)
            if missing:
                named = printable(enumerated([*missing]), 100)
                raise JournalError(f"the journal needs {named}, not installed here") from None
            said = printable(str(error), _LONGEST)
            if isinstance(error, ModError):
                raise JournalError(f"the journal needs {said}") from None
            if mods and error.file != LEVELS:
                raise JournalError(f"the journal needs {enumerated([*mods])}: {said}") from None
            raise JournalError(f"the journal begins on another game's level: {said}") from None

    @classmethod
    def source(cls, journal: Journal, catalogue: Catalogue | None = None) -> Source:
        """Return the source of the sessions of a journal; all of them share one catalogue.

        Args:
            journal: The journal.
            catalogue: The content; by default that of its mods.

        Raises:
            JournalError: The journal begins on a level that this version does not have.
        """
        content = cls.of_journal(journal, read=False).catalogue if catalogue is None else catalogue

        def varied(
            *, mute: Sequence[str] = (), changes: Sequence[str] = (), debug: bool = False
        ) -> Session:
            return cls(
                journal.header.seed,
                catalogue=changed_catalogue(changes, content.mods) if changes else content,
                level=level_of(journal.header),
                mute=mute,
                debug=debug,
            )

        return Source(
            lambda: cls.of_journal(journal, content),
            lambda saved: cls.restore(saved, catalogue=content),
            lambda watch: cls.of_journal(journal, content, watch),
            varied,
            name=called,
            lacking=missing_from(journal.header),
            made_by=MADE_BY,
        )

    def snapshot(self) -> SessionSnapshot:
        """Copy all there is to the game, as it stands, for ``put_back`` and ``of_snapshot``.

        Raises:
            DispatchError: An intent is being performed.
        """
        messages = self.messages
        return SessionSnapshot(
            self.catalogue,
            self.parameters["level"],
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
        self._use(snapshot.catalogue)
        self.read = snapshot.read
        self.parameters = {"level": snapshot.level, "mods": snapshot.catalogue.mods}
        self._kind = self.catalogue.level(snapshot.level)
        self.world = snapshot.world.make_world()
        self.digest = Digest(self.world)
        self.digest.restore(snapshot.digest)
        self.player = self.world.root[Hero].who
        give_content(self.world, self.catalogue, self._kind)
        self._begin_to_tell(snapshot.lines, snapshot.epitaph, snapshot.death, snapshot.conduct)
        return self

    def goes_back_to(self, snapshot: SessionSnapshot) -> bool:
        """Say whether a snapshot is of this game, or of a clone of it."""
        return snapshot.game == (
            self.catalogue.fingerprint,
            self.parameters["level"],
            self.world.seed,
        )

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
                "level": self.parameters["level"],
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
            chains=Header.chains_of(self.world.components),
            mods=header_mods(self.parameters["level"], self.catalogue.mods),
            version=bidden.__version__,
            code=Header.code_of(Session),
            handlers=Header.handlers_of(self.world.components),
        )

    @property
    def ending(self) -> Ending | None:
        """How the game is over, or None while it goes on."""
        if not self.player.alive:
            return Ending.DIED
        return Ending.WON if self.world.root[Hero].won else None

    def act(self, intent: Intent) -> Action:
        """Carry out an intent of the player, and let the others act until the player's next turn.

        A done action takes the time it costs, also if it replaced another, as an attack replaces a
        step. A refused action takes no time unless a handler sets its cost. A creature's turn is
        over even if its attempt fails. Time stops when the player dies, and for the rest of the
        turn when the player wins.

        Returns:
            The settled action.
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

    def picture(self) -> list[str]:
        """Return the map of the whole level, for the inspector."""
        tiles = self.view(all_seeing=True).tiles
        return ["".join(tile.glyph for tile in row).rstrip() for row in tiles]

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
        more = narrations_of(self.catalogue.mods)
        self.messages = MessageLog(world, player, lines, epitaph, death, listens=listens, more=more)
        self.conduct = Conduct(world, player, conduct, listens=listens)
