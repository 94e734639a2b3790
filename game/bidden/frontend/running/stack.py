"""The stack of screens: the top one gets the keys, and its steps are carried out here."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import tcod.console

from bidden.content.datafiles import ContentError
from bidden.frontend.drawing.ascii import to_ascii
from bidden.frontend.drawing.canvas import SidedConsole
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.leaving import where_it_leads
from bidden.frontend.port import Game, Lobby, Playback
from bidden.frontend.preferences.settings import Edit
from bidden.frontend.running.beats import Beats
from bidden.frontend.running.film import Film
from bidden.frontend.running.input_guard import InputGuard
from bidden.frontend.running.outing import Outing
from bidden.frontend.running.soon import Soon
from bidden.frontend.screens.blank import BlankScreen
from bidden.frontend.screens.outside.opening import OpeningScreen
from bidden.frontend.screens.outside.replay import ReplayScreen
from bidden.frontend.screens.outside.title import TitleScreen
from bidden.frontend.screens.pages import message
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.prompts.forms.key import KeyPrompt
from bidden.frontend.screens.screen import (
    TICKS_PER_SECOND,
    Again,
    Await,
    Begin,
    Change,
    Explain,
    Go,
    GoBack,
    GoBackIn,
    Perform,
    Pop,
    Push,
    Quit,
    Resume,
    Reveal,
    Screen,
    Seek,
    Steps,
    TakeOver,
    Watch,
)
from bidden.frontend.screens.told.help import keys_screen
from bidden.frontend.shown import Shown
from bidden.frontend.theme import Theme
from bidden.going.watch import startles
from bidden.intents import Bind, Improve, Name
from bidden.shown.games import KeptGame
from bidden.view import Spot, View
from eventcore import EventcoreError

_FRAME_TICKS: Final = TICKS_PER_SECOND // 20
"""Each frame of an animation is shown for 50 milliseconds."""
_ONCE: Final = (Bind, Improve, Name)
"""Intents that the key for repeating does not repeat."""


class Stack:
    """Screens on top of each other, and the game or the playback they show.

    Life cycle: made by ``for_game``, ``for_opening``, ``for_playback`` or ``for_lobby``; a back end
    hands it keys and ticks, lets it catch up and draws it, until it is over. With a lobby it goes
    from the title to a game or a playback, and from there back to the title.

    Attributes:
        screens: The screens, the top one last; empty once it is over.
        view: What the screens see.
        beats: How what moves while no key comes has moved.
        rings: Whether the back end should ring a bell, and then set this to False.
    """

    def __init__(
        self,
        screen: Screen,
        shown: Shown,
        *,
        lobby: Lobby | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.screens = [screen]
        self.view = shown.view()
        self.beats = Beats()
        self.rings = False
        self._shown = shown
        self._film = Film()
        self._clock = clock
        self._guard = InputGuard(clock)
        self._outing: Outing | None = None
        self._soon: Soon | None = None
        self._last: Perform | Go | None = None
        self._lobby = lobby
        self._take(screen.look(self.view), meant=False)

    @classmethod
    def for_game(
        cls, game: Game, theme: Theme, clock: Callable[[], float] = time.monotonic
    ) -> Stack:
        """Make the stack that shows a game; the clock tells seconds."""
        return cls(PlayScreen(theme, game.notice), Shown(game), clock=clock)

    @classmethod
    def for_opening(cls, begin: Callable[[], Game], told: str, theme: Theme) -> Stack:
        """Create a stack that shows a message until a game has been opened.

        Errors of ``begin`` are raised by the tick after the message was drawn.
        """
        stack = cls(BlankScreen(theme), Shown())

        def go_over() -> None:
            game = begin()
            stack._go_over(Shown(game), PlayScreen(theme, game.notice))

        stack._soon = Soon(told, go_over, brief=True)
        return stack

    @classmethod
    def for_playback(cls, playback: Playback, theme: Theme) -> Stack:
        """Show a journal being played back."""
        return cls(ReplayScreen(theme, playback), Shown(playback=playback))

    @classmethod
    def for_lobby(cls, lobby: Lobby, theme: Theme) -> Stack:
        """Show the title."""
        return cls(TitleScreen(theme, lobby), Shown(), lobby=lobby)

    @property
    def over(self) -> bool:
        """Whether the player is done."""
        return not self.screens

    @property
    def ticks(self) -> bool:
        """Whether something is played back, gone on with or shown, which takes its time."""
        return self._is_busy or (bool(self.screens) and self.screens[-1].ticks)

    @property
    def _is_busy(self) -> bool:
        """Like ``is_busy``, but ignore what the top screen does by itself."""
        waits = self._outing is not None or self._soon is not None
        playback = self._shown.playback
        under_way = playback is not None and (
            playback.position != playback.target or playback.looks_ahead
        )
        return waits or bool(self._film) or under_way

    @property
    def waits(self) -> bool:
        """Whether something is about to be done that takes long; keys that come wait for it."""
        return self._soon is not None

    @property
    def moves(self) -> bool:
        """Whether something that is drawn moves while no key comes, a beat at a time."""
        return not self._is_busy and self.beats.move(self.screens, self.view)

    def press(self, key: str, pressed_at: float | None = None) -> None:
        """Press a key.

        The key is ignored if new danger was not drawn yet, or if it has been held since then.
        During a
        slow task, it waits for the next screen.

        Args:
            key: The key.
            pressed_at: The time of the press by the stack's clock; None for now.
        """
        if self._soon is not None:
            self._soon.typed.append((key, self._clock() if pressed_at is None else pressed_at))
            return
        if not self._guard.accepts(key, pressed_at):
            self._film.skip()
            return
        self._press(key)

    def _press(self, key: str) -> None:
        """Pass a key to the top screen. During automatic play, any key stops it.

        The repeats of a held key are ignored by automatic play. Each key skips the rest of an
        animation.
        """
        self._film.skip()
        if self._outing is not None:
            if not self._guard.held:
                self._come_back(self._outing)
        elif self.screens:
            self._take(self._answer(key))

    def _answer(self, key: str) -> Steps:
        """List the keys of the top screen if it is asked for help, else hand it the key."""
        screen, keymap = self.screens[-1], self.theme.keymap
        asks = keymap.action(key, *screen.contexts, Context.PLAY) is Command.HELP
        if asks and screen.contexts:
            return (Push(keys_screen(screen.theme, self.view, screen.contexts, screen.notes)),)
        return screen.press(key, self.view)

    def point(self, x: int, y: int) -> None:
        """Pass a mouse movement to the top screen, as a cell of the console."""
        if self.screens and self.theme.options.mouse == "on":
            self._take(self.screens[-1].point(x, y, self.view))

    def click(self, x: int, y: int, *, right: bool = False) -> None:
        """Hand a click on a cell of the console to the top screen; it stops whatever goes on."""
        if not self.screens or self.theme.options.mouse == "off":
            return
        self._film.skip()
        if self._soon is not None:
            self._soon.clicked = True
            return
        if self._outing is not None:
            self._come_back(self._outing)
        elif self.screens:
            key = "" if right else self.screens[-1].button(x, y)
            if key:
                self._take(self._answer(key))
            else:
                self._take(self.screens[-1].click(x, y, self.view, right=right))

    def wheel(self, by: int) -> None:
        """Pass a turn of the wheel to the top screen, in notches down."""
        heard = bool(self.screens) and self.theme.options.mouse != "off"
        self._film.skip()
        if heard and self._outing is None and not self.waits:
            self._take(self.screens[-1].wheel(by, self.view))

    def tick(self) -> None:
        """Pass a tick to the top screen, and continue automatic play."""
        self._film.tick()
        if self._soon is not None:
            if self._soon.tick():
                soon, self._soon = self._soon, None
                soon.action()
                for key, pressed_at in soon.typed:
                    self.press(key, pressed_at)
        elif self._outing is not None:
            self._go_on(self._outing)
        elif self.screens:
            playback = self._shown.playback
            if playback is not None and playback.position == playback.target:
                playback.look_ahead()
            self._take(self.screens[-1].tick(self.view))

    def catch_up(self) -> None:
        """Move the playback nearer to its target, for a short while.

        Keys only set the target: of many, only the last one counts.
        """
        playback = self._shown.playback
        if self.screens and playback is not None and playback.move_on():
            self._renew()

    def draw(self, console: tcod.console.Console) -> None:
        """Draw the top screen, and the screens visible below it."""
        self._guard.drawn()
        if not self.screens:
            return
        if isinstance(console, SidedConsole):
            console.side_bar = self.theme.options.side_bar
        self.beats.draw(console, self.screens, self.view)
        if self._is_played:
            self._film.draw(console, self.theme.palette)
            self._guard.draw(console, self.theme.palette)
        else:
            self._film.skip()
        if self._soon is not None:
            self._soon.draw(console, self.theme.palette)
        if self.theme.options.glyphs == "ascii":
            to_ascii(console)

    @property
    def focus(self) -> Spot:
        """The cell to be looked at, as (column, row): of the uppermost screen that has one."""
        for screen in reversed(self.screens):
            at = screen.focus(self.view)
            if at is not None or not screen.overlay:
                return at or (0, 0)
        return 0, 0

    def settle(self) -> bool:
        """Do what need not be done before the player sees what came of a key.

        Returns:
            Whether there is something else to be seen now.
        """
        return bool(self.screens) and self.screens[-1].settle()

    def _take(self, steps: Steps, *, meant: bool = True, said: bool = False) -> None:
        """Carry steps out; a view is taken once, after all that changed the world.

        Args:
            steps: The steps.
            meant: Whether the player wants them, and may want them again.
            said: Whether it was said already where the first of them leads.
        """
        changed, game, playback = False, self._shown.game, self._shown.playback
        for number, step in enumerate(steps):
            match step:
                case Perform(intent) if not said and where_it_leads(intent, self.view):
                    go = partial(self._take, steps[number:], meant=meant, said=True)
                    self._soon = Soon(where_it_leads(intent, self.view), go, brief=True)
                    break
                case Push(screen):
                    self.screens.append(screen)
                    if isinstance(screen, KeyPrompt):  # the key that led to it is no answer
                        self._guard.block_latest_key()
                case Pop():
                    self.screens.pop()
                case Quit() if self._lobby is not None and self._shown:
                    self._go_to_the_title(self._lobby)
                case Quit():
                    self.screens.clear()
                case Perform(intent) if game is not None:
                    for screen in self.screens:
                        screen.note(intent, self.view)
                    game.perform(intent)
                    changed = True
                    if meant and not isinstance(intent, _ONCE):
                        self._last = step
                case Seek(position) if playback is not None:
                    playback.aim(position)
                case Reveal() if playback is not None:
                    playback.all_seeing = not playback.all_seeing
                    changed = True
                case TakeOver() if playback is not None:
                    self._soon_play("Loading …", playback.take_over, "You cannot take over here")
                case Begin(seed, scenario) if self._lobby is not None:
                    self._soon_begin(partial(self._lobby.begin, seed, scenario))
                case Resume(kept) if self._lobby is not None:
                    resume = partial(self._lobby.resume, kept)
                    self._soon_play("Loading …", resume, "The game cannot continue")
                case Watch(kept) if self._lobby is not None:
                    watch = partial(self._watch, self._lobby, kept)
                    self._soon = Soon("Loading …", watch)
                case GoBack(turns) if game is not None:
                    back = partial(game.go_back, turns)
                    self._soon_play("Rewinding …", back, "The game cannot be rewound")
                case GoBackIn(kept, turns) if self._lobby is not None:
                    back = partial(self._lobby.go_back, kept, turns)
                    self._soon_play("Rewinding …", back, "The game cannot be rewound")
                case Change(edit, told):
                    self._change(edit, told)
                case Go() if game is not None:
                    self._last = step
                    step_time = self.theme.options.step_time / 1000
                    self._outing = Outing.begun(step, game, self.view, self._clock, step_time)
                    self._go_on(self._outing)
                case Again(repeat):
                    last = self._last
                    if isinstance(last, Go):
                        self._take((last,))
                    else:
                        self._take(repeat(None if last is None else last.intent))
                case Await(told, ready, then):
                    self._soon = Soon(told, partial(self._take_from, then), True, ready)
                case Explain() if meant and self._shown:
                    tell = partial(self._tell, step)
                    self._soon = Soon("Loading …", tell, brief=True)
                case _:
                    self._take(self._shown.answer(step))
        if changed:
            self._renew()
            self._show_what_happened()

    def _tell(self, step: Explain) -> None:
        self._take(self._shown.answer(step))

    def _take_from(self, then: Callable[[], Steps]) -> None:
        self._take(then())

    def _show_what_happened(self) -> None:
        """Animate what happened since the last view, unless the player has switched that off."""
        happened = () if self._shown.game is None else self._shown.game.happened()
        if self.screens and self.theme.options.motion == "full":
            self._film.show(happened, _FRAME_TICKS)

    def _renew(self) -> None:
        before, self.view = self.view, self._shown.view()
        self._look(before)

    def _look(self, before: View) -> None:
        """Show a new view to the top screen, and ignore keys pressed before it."""
        if not self.screens:
            return
        options = self.theme.options
        if self._shown.game is not None:
            startled = startles(before, self.view, options.hurt_below)
            self.rings |= startled and options.bell == "on"
            if startled and options.typed_ahead == "dropped":
                self._guard.alarm()
        shown = len(self.screens)
        self._take(self.screens[-1].look(self.view), meant=False)
        if len(self.screens) > shown and self._shown.game is not None and before is not self.view:
            self._guard.alarm()  # a box that opens by itself takes no key typed before

    def _go_on(self, outing: Outing) -> None:
        more = outing.go_on()
        self.view = outing.view
        if not more:
            self._outing = None
            self._look(outing.before)

    def _come_back(self, outing: Outing) -> None:
        outing.come_back()
        self._outing = None
        self._look(outing.before)

    @property
    def theme(self) -> Theme:
        """The theme of all screens: there is one at least until it is over."""
        return self.screens[-1].theme

    @property
    def _is_played(self) -> bool:
        """Whether keys are commands of a game, for nothing is asked or told over it."""
        return bool(self.screens) and isinstance(self.screens[-1], PlayScreen)

    def _soon_play(self, told: str, make: Callable[[], Game], otherwise: str) -> None:
        """Go over to a game that takes long to be had, once that was said."""
        self._soon = Soon(told, partial(self._play, make, otherwise))

    def _soon_begin(self, make: Callable[[], Game]) -> None:
        """Go over to a new game, while its opening can be read already."""
        told, otherwise = "Loading …", "The game cannot start"
        opening = OpeningScreen(self.theme)
        self.screens.append(opening)

        def begin() -> None:
            self.screens.remove(opening)
            if self._play(make, otherwise) and not soon.clicked:
                self.screens.append(opening)

        self._soon = soon = Soon(told, begin, brief=True)

    def _play(self, make: Callable[[], Game], otherwise: str) -> bool:
        """Go over to a game; where it cannot be had, say why, and say False."""
        try:
            game = make()
        except EventcoreError as error:
            self._tell_trouble(message(self.theme, otherwise, str(error)))
            return False
        self._go_over(Shown(game), PlayScreen(self.theme, game.notice))
        return True

    def _watch(self, lobby: Lobby, kept: KeptGame) -> None:
        try:
            playback = lobby.replay(kept)
        except EventcoreError as error:
            self._tell_trouble(message(self.theme, "The game cannot be replayed", str(error)))
            return
        self._go_over(Shown(playback=playback), ReplayScreen(self.theme, playback))

    def _tell_trouble(self, screen: Screen) -> None:
        """Show what nobody expects, and take no key that was pressed before for the answer."""
        self.screens.append(screen)
        self._guard.alarm()

    def _go_to_the_title(self, lobby: Lobby) -> None:
        theme = self.theme
        try:
            lobby.leave()
        except EventcoreError as error:
            trouble = [message(theme, "The end could not be saved", str(error))]
        else:
            trouble = []
        self._go_over(Shown(), TitleScreen(theme, lobby), *trouble)

    def _go_over(self, shown: Shown, *screens: Screen) -> None:
        """Show something else instead of all that is shown."""
        self._shown = shown
        self._outing = self._last = None
        self._film.skip()
        self.screens[:] = screens
        self.view = shown.view()
        self._look(self.view)

    def _change(self, edit: Edit, told: Callable[[str], None]) -> None:
        """Apply other settings to all screens, or say why not."""
        try:
            theme = self.theme.changed(edit)
        except ContentError as error:
            elsewhere = error.file not in ("", str(self.theme.path or error.file))
            where = Path(error.file).name if elsewhere else ""
            told(": ".join(part for part in (where, error.key, error.reason) if part))
            return
        for screen in self.screens:
            screen.theme = theme
        told("")
