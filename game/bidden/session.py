"""The session: the one place that creates a game and advances it.

It takes a seed, adds the rules to a world and publishes the start of the game. After that, every
outside intent goes through ``perform``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, NoReturn, Self, SupportsIndex

import attrs
import msgspec

import bidden
from bidden.actions import action_of
from bidden.components.body.health import Health
from bidden.components.body.limb import Limb
from bidden.components.body.metabolism import Recovery, Stomach
from bidden.components.magic.casting import Mana
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
from bidden.narration import NARRATIONS, Witness
from bidden.narration.conduct import Conduct, Done
from bidden.perception.cards.card import Card, Subject
from bidden.perception.cards.effects import effects_on
from bidden.perception.cards.finding import card_of
from bidden.perception.drawn.viewing import view_of
from bidden.perception.foretold.forecast import Forecast
from bidden.perception.foretold.forecasting import forecast
from bidden.perception.senses.charting import chart_of
from bidden.perception.told.character import character_of
from bidden.perception.told.tiles import about_tile, tile_told
from bidden.saved import SessionSnapshot, read_saved, refuse_odd_ground
from bidden.state import Fighter, Hero, Side, called, enumerated
from bidden.text import printable
from bidden.view import Character, Chart, Ending, Line, Tile, View
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
"""The maximum length of a shown content error."""


class Session(Simulation):
    """One game from its first turn to its last.

    Attributes:
        catalogue: The content of the game.
        player: The entity that acts on intents.
        messages: The message log.
        conduct: The record of the player's actions.
        read: Whether messages and conduct are collected; otherwise they stay empty.
    """

    intents = tuple(INTENTS.values())
    game = GAME
    version = bidden.__version__
    name = staticmethod(called)

    catalogue: Catalogue
    player: Entity
    messages: Witness
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
        """Start a new game.

        Args:
            seed: The seed of all random streams.
            debug: Whether the world checks every dispatch.
            mute: Handlers to leave out, each as ``Component.method``.
            watch: Called with the world before its first event.
            level: The first level of the game, or a scenario to start instead.
            catalogue: The content; by default from the game and the mods.
            mods: The names of the mods whose content is added, if no catalogue is given.
            read: Whether anybody reads the message log. Without a reader, as in a replay, the game
                runs the same but cannot be saved.

        Raises:
            ContentError: The level or a mod does not exist, or a level has no room for its
                creatures.
            EventcoreError: A muted handler does not exist, or the player is missing because a
                handler that creates it was muted or refused.
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
        """Add the rules to the world, and start the game on a level."""
        self._kind = self.catalogue.level(level)
        lay_down_rules(self.world, self.catalogue, self._kind)
        self.world.publish(BeginGame(self.world.root))
        hero = self.world.root.get(Hero)
        if hero is None or Health not in hero.who:
            raise EventcoreError(
                "there is no player: a handler of BeginGame, MakeLevel or Spawn is missing or fails"
            )
        self.player = hero.who
        hint = [Line(self._kind.hint, "news", 0, 0)] if self._kind.hint else []
        self._begin_to_tell(hint)
        if self._kind.cues:
            self.world.publish(BeginScenario(self.world.root))

    def _use(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._tiles: tuple[tuple[Tile, ...], ...] = ()

    @classmethod
    def restore(
        cls, saved: bytes, *, debug: bool = False, catalogue: Catalogue | None = None
    ) -> Self:
        """Load a game that ``save`` saved.

        Args:
            saved: The bytes that ``save`` returned.
            debug: Whether the world checks every dispatch.
            catalogue: The content; by default from the mods it was saved with.

        Raises:
            SaveError: The data are not a save of this version of the game.
        """
        game = read_saved(saved)
        self = cls.__new__(cls)
        try:
            self._use(catalogue_of_mods(game.mods) if catalogue is None else catalogue)
        except ContentError as error:
            raise SaveError(f"this saved game cannot be loaded: {error}") from None
        given = self.catalogue
        self.world = load_world(
            bytes(game.world), components=components_of(given.mods), debug=debug
        )
        self.read = True
        hero = self.world.root.get(Hero)
        if hero is None or not game.digest:
            raise SaveError("this is not a saved game: it has no player")
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
        except Exception as error:  # the rules may raise anything in an invalid state
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
        """Create the first session of a journal, without its mods that are not installed.

        The content comes from its mods by default. ``watch`` is called with the world before its
        first event. ``read`` says whether the message log is needed.

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
                raise JournalError(
                    f"this recording needs mods that are not installed: {named}"
                ) from None
            said = printable(str(error), _LONGEST)
            if isinstance(error, ModError):
                raise JournalError(
                    f"a mod that this recording needs does not work: {said}"
                ) from None
            if mods and error.file != LEVELS:
                raise JournalError(f"a mod of this saved game has an error: {said}") from None
            raise JournalError(
                f"the level where this recording begins is missing: {said}"
            ) from None

    @classmethod
    def source(cls, journal: Journal, catalogue: Catalogue | None = None) -> Source:
        """Return the source of a journal's sessions, which share one catalogue.

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
        """Copy the whole game for ``put_back`` and ``of_snapshot``.

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
        """Restore the state of a snapshot of this game or of a clone.

        Taps and observers stay. Earlier views cannot compute their lazy parts any more.

        Raises:
            DispatchError: An intent is being performed.
            ValueError: The snapshot was taken of another game.
        """
        if not self.goes_back_to(snapshot):
            raise ValueError(
                "this snapshot is from a game with a different seed, level or content: use "
                "of_snapshot(snapshot) to create a session from it"
            )
        snapshot.world.put_into(self.world, known=[self.player])
        self.digest.restore(snapshot.digest)
        self.player = self.world.root[Hero].who
        give_content(self.world, self.catalogue, self._kind)
        self.messages.go_back_to(snapshot.lines, snapshot.epitaph, snapshot.death)
        self.conduct.go_back_to(snapshot.conduct)

    @classmethod
    def of_snapshot(cls, snapshot: SessionSnapshot) -> Self:
        """Create another game that continues from a snapshot."""
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
        """Return whether a snapshot is of this game or of a clone."""
        return snapshot.game == (
            self.catalogue.fingerprint,
            self.parameters["level"],
            self.world.seed,
        )

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Raise a TypeError: a session cannot be copied or pickled."""
        raise TypeError(
            "a session cannot be copied or pickled: copy it with of_snapshot(snapshot()), save it "
            "with save(), or use a bidden.headless.Game"
        )

    def save(self) -> bytes:
        """Save the world, its digest, and the player's messages.

        Raises:
            SaveError: The session has ``read=False``, so it has no messages to save.
        """
        if not self.read:
            raise SaveError("a game without messages cannot be saved: create it with read=True")
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
        """The header of a journal of this game."""
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
        """How the game ended, or None while it continues."""
        if not self.player.alive:
            return Ending.DIED
        return Ending.WON if self.world.root[Hero].won else None

    def act(self, intent: Intent) -> Action:
        """Perform an intent of the player, then let others act until the player's next turn.

        A performed action takes its cost in time, even if it replaced another action, as an attack
        replaces a step. A refused action takes no time unless a handler sets its cost. A creature's
        turn is over even if its attempt fails. Time stops when the player dies, and for the rest of
        the turn when the player wins. Return the settled action.
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
        """Return the player's hit points, mana, food, and stats with all effects."""
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
        """Whether the game is won or lost."""
        return self.ending is not None

    def told_since(self, sequence: int) -> list[str]:
        """Return the lines of the message log about events after the given one."""
        return [line.text for line in self.messages.lines if line.sequence > sequence]

    def summary(self) -> dict[str, str]:
        """Return the state of the player in a few words."""
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
        """Return a snapshot of the player's knowledge.

        Args:
            all_seeing: Whether the map shows the whole level.
            weighs: Whether to forecast the fight with each enemy in view, which takes time.
        """
        view = view_of(
            self.world,
            self.player,
            self.messages,
            self.conduct,
            self.ending,
            levels=self._kind.levels,
            catalogue=self.catalogue,
            before=self._tiles,
            all_seeing=all_seeing,
            weighs=weighs,
        )
        self._tiles = view.tiles
        return view

    def character(self) -> Character:
        """Return the character sheet: stats with their sources, effects, and known items."""
        things, effects = self.catalogue, tuple(effects_on(self.player, self.world))
        you = character_of(self.world, self.player, things.blueprints, things.abouts)
        return attrs.evolve(you, effects=effects)

    def about(self, x: int, y: int) -> str:
        """Return the description of a tile for the player, or an empty string."""
        return about_tile(x, y, self.player, self.world, self.catalogue.abouts)

    def tile(self, x: int, y: int) -> str:
        """Return the creatures, items and ground of a tile in words; empty if unknown."""
        return tile_told(x, y, self.player, self.world)

    def card(self, subject: Subject) -> Card | None:
        """Return the card of a subject with the facts that the player can know, or None."""
        return card_of(subject, self.player, self.world, self.catalogue)

    def chart(self) -> Chart:
        """Return the remembered rooms, locks, keys and ways."""
        return chart_of(self.world, self.player)

    def refusal(self, intent: Intent) -> str | None:
        """Return the reason code with which the rules would refuse an intent now. Nothing changes.

        The answer includes facts that the player cannot know. Return None if the intent would be
        performed, or if the attempt takes time.
        """
        action = action_of(intent, self.player, self.world)
        seen = self.world.preview(action, follows=False)
        return (seen.reason or "") if seen.event.failed and not seen.event.cost else None

    def forecast(self, intent: Intent) -> Forecast:
        """Forecast the outcome of an intent, from the player's knowledge. Nothing changes."""
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
        """Start the message log and the record of conduct, continuing earlier contents."""
        self.messages = Witness(self.world, self.player)
        self.messages.go_back_to(lines, epitaph, death)
        if self.read:
            self.messages.observe((*NARRATIONS, *narrations_of(self.catalogue.mods)))
        self.conduct = Conduct(self.world, self.player, conduct, listens=self.read)
