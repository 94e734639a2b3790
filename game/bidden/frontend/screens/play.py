"""Play: the map, and the keys that become intents."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import ClassVar, Final

import tcod.console

from bidden.frontend.asking import SAVED, question_of_step
from bidden.frontend.drawing.ambience.motions import load_ambience
from bidden.frontend.drawing.board import draw_board
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.panels.calling import names_in
from bidden.frontend.drawing.panels.header import is_dire
from bidden.frontend.drawing.panels.side import foe_at
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.input.keys import label
from bidden.frontend.preferences.settings import HINTS, with_option
from bidden.frontend.screens.buttons import buttons_in
from bidden.frontend.screens.hints import next_hint
from bidden.frontend.screens.moving import GOINGS, stop_told
from bidden.frontend.screens.outside.ending import EndingScreen
from bidden.frontend.screens.outside.options import OptionsScreen
from bidden.frontend.screens.pointing import Pointing
from bidden.frontend.screens.prompts.bidding import choose_to_bid
from bidden.frontend.screens.prompts.binding import Offers, show_bindings
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.direction import DirectionPrompt
from bidden.frontend.screens.prompts.forms.repeating import RepeatPrompt
from bidden.frontend.screens.prompts.forms.target import aim, look_about
from bidden.frontend.screens.prompts.improving import choose_improvement
from bidden.frontend.screens.prompts.travelling import travel_to
from bidden.frontend.screens.prompts.using.boon import aim_boon
from bidden.frontend.screens.prompts.using.casting import choose_to_cast
from bidden.frontend.screens.prompts.using.engraving import EngravePrompt
from bidden.frontend.screens.prompts.using.following import aimed_anew, at_a_foe, is_aimed
from bidden.frontend.screens.prompts.using.foretold import perform
from bidden.frontend.screens.prompts.using.naming import choose_to_name
from bidden.frontend.screens.prompts.using.things import (
    THING_ACTIONS,
    choose_of_pack,
    choose_to_take,
    nothing_for,
)
from bidden.frontend.screens.screen import (
    NOTHING,
    Again,
    Change,
    Consider,
    Explain,
    Go,
    Perform,
    Push,
    Quit,
    Screen,
    ShowCharacter,
    Steps,
)
from bidden.frontend.screens.told.card import show_card
from bidden.frontend.screens.told.character import character_screen
from bidden.frontend.screens.told.commands import Commands, GameMenu
from bidden.frontend.screens.told.discoveries import DiscoveriesScreen
from bidden.frontend.screens.told.finding import find
from bidden.frontend.screens.told.help import HelpScreen
from bidden.frontend.screens.told.history import History
from bidden.frontend.screens.told.map import show_map
from bidden.frontend.screens.told.why import why_latest
from bidden.frontend.theme import Theme
from bidden.going.commands.fighting import FromAfar, fight
from bidden.going.commands.levels import TravelFar
from bidden.going.commands.run import Run
from bidden.going.commands.stay import Repeat, Row
from bidden.going.commands.taking import thing_to_take
from bidden.going.commands.travel import Travel, step_away, way_to
from bidden.going.going import Going, Stop
from bidden.going.known.built import steps_beside, tiles_of
from bidden.going.known.finding import Sight
from bidden.going.known.notes import Notes
from bidden.going.watch import TENTH, word_of_the_term
from bidden.going.ways_out import WayOut
from bidden.intents import (
    Bind,
    Cast,
    Close,
    Disarm,
    Intent,
    Move,
    Search,
    Shoot,
    SwitchBoon,
    Throw,
    UseBoon,
    Wait,
)
from bidden.kinds import OPEN_DOOR, TRAPS
from bidden.perception.cards.card import OnTile
from bidden.perception.foretold.forecast import Forecast
from bidden.view import Bond, Spot, View

_CHOSEN_AGAIN: Final = frozenset({Command.TRAVEL, Command.FIND, Command.MAP, Command.RUN})
"""Commands that first ask where to go: pressed again after a warning, they go there."""


class PlayScreen(Screen):
    """Shows the game and gives it the intents of the player."""

    has_board: ClassVar[bool] = True

    def __init__(self, theme: Theme, notice: str = "") -> None:
        super().__init__(theme)
        self._notice = notice
        self._offered = ""  # whose offers the player was last shown
        self._read: int | None = None  # the event that the last message told of by the last key
        self._at_a_foe = False  # what was aimed last
        self._dire = True  # whether few hit points are left; as it begins that is no news
        self._low = True  # the same of mana
        self._tip = ""  # a hint for a first run
        self._hinted = list[str]()  # the hints of this game
        self._fetches: Spot | None = None  # the tile stepped onto to pick up what lies there
        self._known = set[str]()  # who was seen that has a name of their own
        self._bond: Bond | None = None  # by what one was bound last
        self._notes = Notes()
        self._given: Command | None = None  # the command that was given last; None for a click
        self._asked_again: Steps | None = None  # what the same key does after it asked to be sure
        self._pointing = Pointing(self._way)

    def press(self, key: str, view: View) -> Steps:
        """Turn a key into an intent, or into another screen."""
        self._pointing.end()
        self._fetches = None
        self._note_what_was_read(view)
        direction = self.theme.keymap.direction(key)
        action = self.theme.keymap.action(key, Context.PLAY)
        again, self._asked_again = self._asked_again, None
        if again is not None and direction is None and action is self._given in _CHOSEN_AGAIN:
            return self._forget_notice(again)
        self._give(action if direction is None else Command.NORTH)
        if direction is not None:
            return self._forget_notice(self._step(Move(*direction), view, key))
        screen: Screen
        match action:
            case Command.WAIT:
                return self._forget_notice(self._wait(view, key))
            case Command.CLOSE:
                doors, question = (OPEN_DOOR,), "Close which door?"
                return self._beside(doors, question, Close, view)
            case Command.SEARCH:
                return self._perform(Search())
            case Command.DISARM:
                return self._beside(TRAPS, "Disarm which trap?", Disarm, view)
            case Command.FIGHT:
                return self._fight(view, key)
            case Command.BOON:
                return self._use_a_boon(view)
            case Command.SWITCH_BOON:
                return self._perform(SwitchBoon())
            case Command.BID:
                screen = choose_to_bid(self.theme)
            case Command.PICK_UP:
                return self._forget_notice(self._take(view, key))
            case Command.TOGGLE_PICK_UP:
                return self._ask(None, self._toggle_taking_up())
            case Command.PACK:
                return self._ask(choose_of_pack(self.theme, view), "Your pack is empty.")
            case Command() as action if action in THING_ACTIONS:
                screen_of = choose_of_pack(self.theme, view, action, self._row)
                return self._ask(screen_of, nothing_for(action))
            case Command.BINDING:
                return self._ask(show_bindings(self.theme, view), "You have no binding.")
            case Command.SHOOT:
                if view.shooting is None:
                    return self._perform(Shoot(*view.here))  # the game says why not
                return self._forget_notice(aim(self.theme, view, "shoot", Shoot, view.shooting))
            case Command.CAST:
                chooser = choose_to_cast(self.theme, view, view.spells)
                if chooser is None:
                    return self._perform(Cast(""))  # the game says why not
                screen = chooser
            case Command.NAME:
                return self._ask(choose_to_name(self.theme, view), "Your pack is empty.")
            case Command.ENGRAVE:
                screen = EngravePrompt(self.theme, view)
            case Command.LOOK:
                return self._forget_notice(look_about(self.theme, view))
            case Command.MAP:
                return self._forget_notice(show_map(self.theme, self._travel_far))
            case Command.FIND:
                return self._forget_notice(find(self.theme, view, self._travel_to))
            case Command.CHARACTER:
                return (ShowCharacter(partial(character_screen, self.theme, view)),)
            case Command.DISCOVERIES:
                return (ShowCharacter(partial(DiscoveriesScreen, self.theme)),)
            case Command.IMPROVE:
                return self._ask(choose_improvement(self.theme, view), "No upgrade to choose yet.")
            case Command.MESSAGES:
                screen = History(self.theme, view)
            case Command.WHY:
                if not view.lines:
                    return self._ask(None, "Nothing to explain yet.")
                return why_latest(self.theme, view)
            case Command.HELP:
                screen = HelpScreen(self.theme)
            case Command.OPTIONS:
                screen = OptionsScreen(self.theme, playing=True)
            case Command.CANCEL:
                if self._notice:
                    return self._forget_notice(NOTHING)
                screen = GameMenu(self.theme, self.press)
            case Command() as action if action in GOINGS:
                return self._move_on(action, view, key)
            case Command.RUN:
                screen = DirectionPrompt(self.theme, "Run where?", self._run)
            case Command.TRAVEL:
                steps = travel_to(self.theme, view, self._way, self._travel)
                return self._forget_notice(steps)
            case Command.REPEAT:
                screen = RepeatPrompt(self.theme, self._repeat)
            case Command.AGAIN:
                return (Again(partial(self._do_again, view)),)
            case Command.QUIT:
                screen = Confirm(self.theme, "Quit this game?", SAVED, (Quit(),))
            case _:
                hint = self.theme.keymap.hint(Context.PLAY, Command.HELP)
                return self._ask(None, f"{label(key)} does nothing. Press {hint} for help.")
        return (Push(screen),)

    def _give(self, command: Command | None) -> None:
        """Note which command is given: another one than before forgets what was asked."""
        if command is not self._given:
            self._notes.forget_question()
        self._given = command

    def point(self, x: int, y: int, view: View) -> Steps:
        """Describe the tile under the mouse and the way there, or the foe in the side bar."""
        spot = self.layout.tile_at(x, y) or self._foe_beside(x, y, view)
        return self._pointing.move(spot, view)

    def _foe_beside(self, x: int, y: int, view: View) -> Spot | None:
        """Return the tile of the foe in a cell of the side bar, or None."""
        side = self.layout.side
        if side is None or (x, y) not in side:
            return None
        return foe_at(y, side, view, self.theme.palette, self.theme.options)

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        """Travel to the tile that is clicked on, or step onto it if it is the next; or look.

        On oneself a click takes up what lies there, a right one shows all commands; the header is
        a way to one's own page, the messages one to all of them, a foe in the side bar to its card.
        """
        self._pointing.end()
        self._note_what_was_read(view)
        self._give(None)
        spot = self.layout.tile_at(x, y)
        if right and spot == view.here:
            return self._forget_notice((Push(Commands(self.theme, self.press)),))
        if right:
            return self._forget_notice(look_about(self.theme, view))
        if spot is None:
            return self._click_beside(x, y, view)
        dx, dy = spot[0] - view.here[0], spot[1] - view.here[1]
        if not (dx or dy):
            return self._forget_notice(choose_to_take(self.theme, view))
        if max(abs(dx), abs(dy)) == 1:
            return self._forget_notice(self._step(Move(dx, dy), view))
        return self._travel(spot)

    def _click_beside(self, x: int, y: int, view: View) -> Steps:
        """Answer a click beside the map."""
        if (x, y) in self.layout.log:
            return self._forget_notice((Push(History(self.theme, view)),))
        foe = self._foe_beside(x, y, view)
        if foe is not None:
            return self._forget_notice(show_card(self.theme, OnTile(*foe)))
        return self._forget_notice((ShowCharacter(partial(character_screen, self.theme, view)),))

    def _note_what_was_read(self, view: View) -> None:
        self._read = view.lines[-1].sequence if view.lines else 0

    def _step(self, move: Move, view: View, key: str = "") -> Steps:
        """Step, but ask first before a known trap and before harm."""

        def decide(forecast: Forecast) -> Steps:
            asked = question_of_step(move, forecast, view, self.theme.options)
            if asked is None:
                return (Perform(move),)
            # A key that is held, and means yes as well, is not to walk into it.
            return (Push(Confirm(self.theme, *asked, (Perform(move),), deaf=key)),)

        return (Consider(move, decide),)

    def _take(self, view: View, key: str) -> Steps:
        """Pick up what lies here; if nothing does, step to items on a neighbouring tile first."""
        ways = [(x - view.here[0], y - view.here[1]) for x, y in view.things_at]
        beside = [way for way in ways if max(map(abs, way)) == 1]
        if view.underfoot or view.source or not beside:
            return choose_to_take(self.theme, view)

        def fetch(dx: int, dy: int) -> Steps:
            self._fetches = view.here[0] + dx, view.here[1] + dy
            return self._step(Move(dx, dy), view, key)

        if len(beside) == 1:
            return fetch(*beside[0])
        return (Push(DirectionPrompt(self.theme, "Pick up from where?", fetch)),)

    def _wait(self, view: View, key: str) -> Steps:
        """Wait, but ask first while fire, gas or the like harms the player where they stand."""
        steps = (Perform(Wait()),)
        if view.here not in view.harm_at or self.theme.options.ask_before_harm != "any":
            return steps
        question, detail = "Wait here anyway?", "The fire or gas here hurts you."
        return (Push(Confirm(self.theme, question, detail, steps, deaf=key)),)

    def _beside(
        self, kinds: Collection[str], question: str, then: Callable[[int, int], Intent], view: View
    ) -> Steps:
        """Do something with the neighbouring tile of these kinds; ask which, unless only one is."""
        steps = steps_beside(tiles_of(kinds, view), view)
        if len(steps) == 1:
            return self._perform(then(*steps[0]))
        return self._forget_notice((Push(DirectionPrompt(self.theme, question, then)),))

    def _fight(self, view: View, key: str, from_afar: FromAfar | None = None) -> Steps:
        """Attack the nearest foe, approach it or shoot, and ask about harm as always.

        A shot beyond its range becomes a step.
        """
        options = self.theme.options
        afar = from_afar or options.fight_from_afar
        answer = fight(view, self._notes, options.hurt_below, from_afar=afar)
        if isinstance(answer, Stop):
            return self._ask(None, stop_told(answer, Command.FIGHT, self.theme.keymap))
        if isinstance(answer, Move):
            return self._forget_notice(self._step(answer, view, key))

        def decide(forecast: Forecast) -> Steps:
            if forecast.short or forecast.refusal:
                return self._fight(view, key, "step")
            return self._once_more(answer, view)

        return self._forget_notice((Consider(answer, decide),))

    def _move_on(self, action: Command, view: View, key: str) -> Steps:
        """Start automatic play. With a foe in view during the escape, take one step."""
        options = self.theme.options
        away = step_away(view, self._notes) if action is Command.GO_DOWN else None
        if away is None:
            return self._go(partial(GOINGS[action], self._notes, options))
        answer, self._notice = away
        if isinstance(answer, Stop):
            return self._ask(None, stop_told(answer, action, self.theme.keymap))
        return self._step(answer, view, key)

    def _go(self, begin: Callable[[], Going]) -> Steps:
        steps = (Go(begin, partial(self._tell_stop, begin)),)
        return self._forget_notice(steps)

    def _row(self, intents: list[Intent]) -> Steps:
        return self._go(partial(Row, self._notes, self.theme.options, intents))

    def _run(self, dx: int, dy: int) -> Go:
        begin = partial(Run, self._notes, self.theme.options, dx, dy)
        return Go(begin, partial(self._tell_stop, begin))

    def _travel(self, to: Spot) -> Steps:
        return self._go(partial(Travel, self._notes, self.theme.options, to))

    def _way(self, view: View, to: Spot) -> tuple[Spot, ...]:
        return way_to(self._notes, view, to)

    def _travel_far(self, level: int, to: Spot | None = None, thing: str = "") -> Steps:
        return self._go(partial(TravelFar, self._notes, self.theme.options, level, to, thing))

    def _travel_to(self, sight: Sight) -> Steps:
        return self._travel_far(sight.level, sight.at, sight.name)

    def _repeat(self, intent: Intent, times: int) -> Steps:
        return self._go(partial(Repeat, self._notes, self.theme.options, intent, times))

    def _do_again(self, view: View, intent: Intent | None) -> Steps:
        if intent is None:
            return self._ask(None, "Nothing to repeat yet.")
        if is_aimed(intent) and self._at_a_foe:
            intent = aimed_anew(intent, view)
        if intent is None:
            return self._ask(None, "No enemy in view.")
        return self._forget_notice(self._once_more(intent, view))

    def _once_more(self, intent: Intent, view: View) -> Steps:
        """Do what was settled without being shown what would come of it; ask first as ever."""
        if isinstance(intent, Move):
            return self._step(intent, view)
        return perform(self.theme, intent, view, unseen=is_aimed(intent))

    def _tell_stop(self, begin: Callable[[], Going], stop: Stop) -> None:
        self._notice = stop_told(stop, self._given, self.theme.keymap)
        if any(hint.way is WayOut.AGAIN for hint in stop.hints):
            self._asked_again = (Go(begin, partial(self._tell_stop, begin)),)

    def _tell_too(self, told: str) -> None:
        """Add a message to the present ones."""
        self._notice = f"{self._notice} {told}".strip()

    def _use_a_boon(self, view: View) -> Steps:
        """Ask in which direction, where the active boon wants one."""
        active = next(iter(view.boons), None)
        if active is None or not active.uses or not active.aimed:
            return self._forget_notice(perform(self.theme, UseBoon(0, 0), view))
        return self._forget_notice(aim_boon(self.theme, active))

    def _perform(self, intent: Intent) -> Steps:
        return self._forget_notice((Perform(intent),))

    def _forget_notice(self, steps: Steps) -> Steps:
        self._notice = self._tip = ""  # it was read, or could have been
        return steps

    def _ask(self, screen: Screen | None, otherwise: str) -> Steps:
        self._notice = otherwise if screen is None else ""
        return NOTHING if screen is None else (Push(screen),)

    def note(self, intent: Intent, view: View) -> None:
        """Remember thrown items, to pick them up again, and the target of aimed intents.

        A player who is bound has read the hint about offers.
        """
        if isinstance(intent, Bind):
            self._notice = ""
        if is_aimed(intent):
            self._at_a_foe = at_a_foe(intent, view)
        if isinstance(intent, Throw):
            for held in view.pack:
                if held.slot == intent.slot:
                    self._notes.threw(held.each or held.name.partition(" ")[2])

    def focus(self, view: View) -> Spot:
        """Return the cell of the player."""
        return self.layout.cell_of(view.here)

    def look(self, view: View) -> Steps:
        """Show the end when it has come, and the offers."""
        self._known |= names_in(view)
        self._notes.see(view)
        if view.ending is None:
            self._warn(view)
            self._warn_of_the_term(view)
            fetched = choose_to_take(self.theme, view) if self._fetches == view.here else NOTHING
            self._fetches = None
            hint = self._hint(view)
            return hint + (self._show_the_offers(view) or fetched or self._take_up(view))
        self._notice = ""  # of who was in view, as one came through the last gate
        if not view.death:
            return (Push(EndingScreen(self.theme)),)
        ending = partial(EndingScreen, self.theme)
        return (Explain(view.turn, view.death, ending, brief=True, plain=True),)

    def _hint(self, view: View) -> Steps:
        """Show a hint of a first run, once: the file of the settings remembers it."""
        theme = self.theme
        seen = (*theme.hints, *self._hinted)
        hint = None if theme.path is None else next_hint(view, seen, theme.keymap)
        if hint is None:
            return NOTHING
        name, self._tip = hint
        self._hinted.append(name)  # even if the file cannot be written
        shown = with_option(HINTS, (*theme.hints, name), "hints for a first run")
        return (Change(shown, lambda trouble: None),)

    def _warn(self, view: View) -> None:
        """Warn once that few hit points are left."""
        before, self._dire = self._dire, is_dire(view, self.theme.options)
        if self._dire and not before:
            self._notice = f"Low HP: {view.hp} of {view.max_hp}."

    def _warn_of_the_term(self, view: View) -> None:
        """Warn once about the last tenth of the term."""
        before, self._bond = self._bond, view.bond
        word = word_of_the_term(before, view.bond, TENTH)
        if word and word not in self._notice:  # as where one stops for it
            self._tell_too(word)

    def _show_the_offers(self, view: View) -> Steps:
        if not view.offers or view.offers[0].summoner == self._offered:
            return NOTHING
        self._offered = view.offers[0].summoner
        return (Push(Offers(self.theme, view)),)

    def _toggle_taking_up(self) -> str:
        """Switch picking up off or on for this game, and say so."""
        self._notes.hands_off = not self._notes.hands_off
        if not self._notes.hands_off:
            return "Auto-pickup is on."
        key = self.theme.keymap.hint(Context.PLAY, Command.TOGGLE_PICK_UP)
        return f"Auto-pickup is off. {key} turns it on again."

    def _take_up(self, view: View) -> Steps:
        """Pick up a wanted item that the player has come across."""
        taken = thing_to_take(view, self._notes, self.theme.options)
        return NOTHING if taken is None else (Perform(taken),)

    def moves(self, view: View) -> bool:
        """Return whether anything in view moves, such as water and fire."""
        return load_ambience().moves(view)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw header, map and messages."""
        hint = f"{self.theme.keymap.hint(Context.PLAY, Command.HELP)} help"
        if view.improvements:
            hint = f"{self.theme.keymap.hint(Context.PLAY, Command.IMPROVE)} level up"
        more = self.theme.keymap.hint(Context.PLAY, Command.MESSAGES)
        notice = self._pointing.told or self._notice
        for line in view.lines:  # a command may have stopped for what is shown already
            if line.loud or line.turn == view.lines[-1].turn:
                notice = notice.removeprefix(line.text).lstrip()
        notice = f"{notice} {self._tip}".strip()
        draw_board(
            console,
            view,
            self.theme.palette,
            self.theme.options,
            hint=hint,
            notice=notice,
            more=more,
            beat=self.beat,
            rooted=self._notes.ground.rooted.values(),
            known=self._known,
            read=self._read,
        )
        self._pointing.draw(console, self.theme.palette)
        self.buttons += buttons_in(hint, layout_for(console).header.right - 1 - len(hint), 0)
