"""The stack of screens: the top one gets the keys, and its steps are carried out here."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import attrs
import tcod.console

from bidden.content.datafiles import ContentError
from bidden.frontend.drawing.ascii import to_ascii
from bidden.frontend.drawing.canvas import SidedConsole
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.port import Game, Known, Lobby, Playback
from bidden.frontend.preferences.settings import Edit
from bidden.frontend.running.animation import Beats, Film
from bidden.frontend.running.input_guard import InputGuard
from bidden.frontend.running.outing import Outing
from bidden.frontend.running.soon import Soon
from bidden.frontend.screens.outside.opening import OpeningScreen
from bidden.frontend.screens.outside.options import rewind
from bidden.frontend.screens.outside.replay import ReplayScreen
from bidden.frontend.screens.outside.title import TitleScreen, nowhere
from bidden.frontend.screens.pages import message
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.prompts.forms.confirm import KeyPrompt
from bidden.frontend.screens.screen import (
    LOADING,
    NOTHING,
    TICKS_PER_SECOND,
    Again,
    Ask,
    Await,
    Change,
    Go,
    GoBack,
    Perform,
    Play,
    Pop,
    Push,
    Quit,
    Reveal,
    Screen,
    Seek,
    Steps,
    Watch,
)
from bidden.frontend.screens.told.help import keys_screen
from bidden.frontend.theme import Theme
from bidden.going.watch import startles
from bidden.intents import Bind, Improve, Intent, Move, Name
from bidden.view import Spot, View
from bidden.words import phrase, tables
from eventcore import EventcoreError

_FRAME_TICKS: Final = TICKS_PER_SECOND // 20
"""Each frame of an animation is shown for 50 milliseconds."""
_ONCE: Final = (Bind, Improve, Name)
"""Intents that the key for repeating does not repeat."""


class _BlankScreen(Screen):
    """The screen behind the message until a game is opened."""

    def press(self, key: str, view: View) -> Steps:
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw nothing."""


class Stack:
    """Screens on top of each other, and the game or the playback they show.

    A back end passes keys and ticks to it, lets it catch up and draws it, until it is over. With a
    lobby, the title opens games and playbacks, which lead back to the title.
    """

    def __init__(
        self,
        screen: Screen,
        game: Game | None = None,
        playback: Playback | None = None,
        *,
        lobby: Lobby | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.screens = [screen]  # the top one last; empty once it is over
        self.beats = Beats()
        self.rings = False  # whether the back end should ring a bell; it resets this
        self._game = game
        self._playback = playback
        self.view = self._current_view()
        self._film = Film()
        self._clock = clock
        self._guard = InputGuard(clock)
        self._outing: Outing | None = None
        self._soon: Soon | None = None
        self._last: Perform | Go | None = None
        self._lobby = lobby
        self._take(screen.look(self.view), meant=False)

    @classmethod
    def for_opening(cls, begin: Callable[[], Game], told: str, theme: Theme) -> Stack:
        """Create a stack that shows a message until a game has been opened.

        Errors of ``begin`` are raised by the tick after the message was drawn.
        """
        stack = cls(_BlankScreen(theme))
        stack._soon = Soon(told, lambda: stack._show_game(begin()), brief=True)
        return stack

    @classmethod
    def for_playback(cls, playback: Playback, theme: Theme) -> Stack:
        """Create a stack that shows a playback."""
        return cls(ReplayScreen(theme, playback), playback=playback)

    @classmethod
    def for_lobby(cls, lobby: Lobby, theme: Theme) -> Stack:
        """Create a stack that shows the title."""
        return cls(TitleScreen(theme, lobby), lobby=lobby)

    @property
    def _known(self) -> Known | None:
        return self._playback if self._game is None else self._game

    def _current_view(self) -> View:
        return nowhere() if self._known is None else self._known.view()

    @property
    def over(self) -> bool:
        """Whether the player is done."""
        return not self.screens

    @property
    def ticks(self) -> bool:
        """Whether the stack needs ticks."""
        return self._is_busy or (bool(self.screens) and self.screens[-1].ticks)

    @property
    def _is_busy(self) -> bool:
        waits = self._outing is not None or self._soon is not None
        playback = self._playback
        under_way = playback is not None and (
            playback.position != playback.target or playback.looks_ahead
        )
        return waits or bool(self._film) or under_way

    @property
    def waits(self) -> bool:
        """Whether a slow task is about to start. Keys wait for it."""
        return self._soon is not None

    @property
    def moves(self) -> bool:
        """Whether something on the screen moves by itself, a beat at a time."""
        return not self._is_busy and self.beats.move(self.screens, self.view)

    def press(self, key: str, pressed_at: float | None = None) -> None:
        """Pass a key to the top screen, or stop automatic play unless the key is held.

        The key is ignored if new danger was not drawn yet, or if it has been held since then.
        During a slow task, it waits for the next screen. ``pressed_at`` is the time of the press by
        the stack's clock; None for now.
        """
        if self._soon is not None:
            self._soon.typed.append((key, self._clock() if pressed_at is None else pressed_at))
            return
        self._film.skip()
        if not self._guard.accepts(key, pressed_at):
            return
        if self._outing is not None:
            if not self._guard.held:
                self._come_back(self._outing)
        elif self.screens:
            self._take(self._answer(key))

    def _answer(self, key: str) -> Steps:
        """Pass a key to the top screen, but list its keys if the key asks for help."""
        screen, keymap = self.screens[-1], self.theme.keymap
        asks = keymap.action(key, *screen.contexts, Context.PLAY) is Command.HELP
        if asks and screen.contexts:
            return (Push(keys_screen(screen, self.view)),)
        return screen.press(key, self.view)

    def point(self, x: int, y: int) -> None:
        """Pass a mouse movement to the top screen, as a cell of the console."""
        if self.screens and self.theme.options.mouse == "on":
            self._take(self.screens[-1].point(x, y, self.view))

    def click(self, x: int, y: int, *, right: bool = False) -> None:
        """Pass a click on a cell of the console to the top screen. It stops automatic play."""
        if not self.screens or self.theme.options.mouse == "off":
            return
        self._film.skip()
        if self._soon is not None:
            self._soon.clicked = True
            return
        if self._outing is not None:
            self._come_back(self._outing)
        else:
            key = "" if right else self.screens[-1].button(x, y)
            top = self.screens[-1]
            self._take(self._answer(key) if key else top.click(x, y, self.view, right=right))

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
            playback = self._playback
            if playback is not None and playback.position == playback.target:
                playback.look_ahead()
            self._take(self.screens[-1].tick(self.view))

    def catch_up(self) -> None:
        """Move the playback nearer to its target, for a short while.

        Keys only set the target: of many, only the last one counts.
        """
        playback = self._playback
        if self.screens and playback is not None and playback.move_on():
            self._renew()

    def draw(self, console: tcod.console.Console) -> None:
        """Draw the visible screens, the animation, and messages of the stack itself."""
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
        """The cell of interest, as (column, row), of the uppermost screen that has one."""
        for screen in reversed(self.screens):
            at = screen.focus(self.view)
            if at is not None or not screen.overlay:
                return at or (0, 0)
        return 0, 0

    def settle(self) -> bool:
        """Do slow work after the screen was shown. Return whether to show it again."""
        return bool(self.screens) and self.screens[-1].settle()

    def _take(self, steps: Steps, *, meant: bool = True, announced: bool = False) -> None:
        """Carry out steps, then take one view if the world has changed.

        The player chose steps that are ``meant``, and may repeat them. ``announced`` means that the
        first step leaves the level, and the message of that was shown.
        """
        changed, game, playback = False, self._game, self._playback
        last, turn = self._last, self.view.turn
        for number, step in enumerate(steps):
            match step:
                case Perform(intent) if not announced and (leaves := _leaving(intent, self.view)):
                    go = partial(self._take, steps[number:], meant=meant, announced=True)
                    self._soon = Soon(leaves, go, brief=True)
                    break
                case Push(screen):
                    self.screens.append(screen)
                    if isinstance(screen, KeyPrompt):  # the key that opened it is not an answer
                        self._guard.block_latest_key()
                case Pop():
                    self.screens.pop()
                case Quit() if self._lobby is not None and self._known is not None:
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
                case Ask(answer, slow) if self._known is not None:
                    known = self._known
                    if slow:
                        tell = partial(self._take_from, partial(answer, known))
                        self._soon = Soon(LOADING, tell, brief=True)
                    else:
                        self._take(answer(known))
                case Seek(position) if playback is not None:
                    playback.aim(position)
                case Reveal() if playback is not None:
                    playback.all_seeing = not playback.all_seeing
                    changed = True
                case Play():
                    self._soon_play(step)
                case Watch(load):
                    self._soon = Soon(LOADING, partial(self._watch, load))
                case GoBack(turns) if game is not None:
                    self._soon_play(rewind(partial(game.go_back, turns)))
                case Change(edit, told):
                    self._change(edit, told)
                case Go() if game is not None:
                    self._last = step
                    step_time = self.theme.options.step_time / 1000
                    self._outing = Outing.begun(step, game, self.view, self._clock, step_time)
                    self._go_on(self._outing)
                case Again(repeat):
                    last = self._last
                    again = last.intent if isinstance(last, Perform) else None
                    self._take((last,) if isinstance(last, Go) else repeat(again))
                case Await(told, ready, then):
                    self._soon = Soon(told, partial(self._take_from, then), True, ready)
        if changed:
            self._renew()
            if self.view.turn == turn and [one.tone for one in self.view.lines[-1:]] == ["refusal"]:
                self._last = last  # a refused command is not worth repeating
            self._show_what_happened()

    def _take_from(self, then: Callable[[], Steps]) -> None:
        self._take(then())

    def _show_what_happened(self) -> None:
        happened = () if self._game is None else self._game.happened()
        if self.screens and self.theme.options.motion == "full":
            self._film.show(happened, _FRAME_TICKS)

    def _renew(self) -> None:
        before, self.view = self.view, self._current_view()
        self._look(before)

    def _look(self, before: View) -> None:
        """Show a new view to the top screen. Ignore keys pressed before new danger."""
        if not self.screens:
            return
        options = self.theme.options
        if self._game is not None:
            startled = startles(before, self.view, options.hurt_below)
            self.rings |= startled and options.bell == "on"
            if startled and options.typed_ahead == "dropped":
                self._guard.alarm()
        shown = len(self.screens)
        self._take(self.screens[-1].look(self.view), meant=False)
        if len(self.screens) > shown and self._game is not None and before is not self.view:
            self._guard.alarm()  # a box that opens by itself ignores earlier keys

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
        """The theme of all screens."""
        return self.screens[-1].theme

    @property
    def _is_played(self) -> bool:
        """Whether the game itself is on top, and keys are its commands."""
        return bool(self.screens) and isinstance(self.screens[-1], PlayScreen)

    def _soon_play(self, step: Play) -> None:
        """Show a message, then open a game. Keep the opening on top if it was not clicked away."""
        opening = OpeningScreen(self.theme)
        if step.opening:
            self.screens.append(opening)

        def play() -> None:
            if step.opening:
                self.screens.remove(opening)
            try:
                self._show_game(step.load())
            except EventcoreError as error:
                self._tell_trouble(message(self.theme, step.failure, str(error)))
            else:
                if step.opening and not soon.clicked:
                    self.screens.append(opening)

        self._soon = soon = Soon(step.message, play, brief=step.opening)

    def _show_game(self, game: Game) -> None:
        self._go_over(PlayScreen(self.theme, game.notice), game=game)

    def _watch(self, load: Callable[[], Playback]) -> None:
        try:
            playback = load()
        except EventcoreError as error:
            self._tell_trouble(message(self.theme, phrase("trouble", "replay"), str(error)))
            return
        self._go_over(ReplayScreen(self.theme, playback), playback=playback)

    def _tell_trouble(self, screen: Screen) -> None:
        self.screens.append(screen)
        self._guard.alarm()

    def _go_to_the_title(self, lobby: Lobby) -> None:
        theme, trouble = self.theme, list[Screen]()
        try:
            lobby.leave()
        except EventcoreError as error:
            trouble = [message(theme, phrase("trouble", "save the end"), str(error))]
        self._go_over(TitleScreen(theme, lobby), *trouble)

    def _go_over(
        self, *screens: Screen, game: Game | None = None, playback: Playback | None = None
    ) -> None:
        self._game, self._playback = game, playback
        self._outing = self._last = None
        self._film.skip()
        self.screens[:] = screens
        self.view = self._current_view()
        self._look(self.view)

    def _change(self, edit: Edit, told: Callable[[str], None]) -> None:
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


def _leaving(intent: Intent, view: View) -> str:
    """Return the message of an intent that visibly leaves the level, or ""."""
    told = tables()["leaving a level"]
    if isinstance(intent, Bind):
        return str(told["bind"])
    if not isinstance(intent, Move):
        return ""
    x, y = view.here[0] + intent.dx, view.here[1] + intent.dy
    inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
    return str(told.get(view.tiles[y][x].kind, "")) if inside else ""


@attrs.frozen
class StackFrontEnd:
    """A front end that shows a stack of screens until it is over."""

    _theme: Callable[[], Theme]
    _show: Callable[[Stack], None]

    def play(self, begin: Callable[[], Game], told: str) -> None:
        """Start a game while a message is shown, and play it until it is over or left."""
        self._show(Stack.for_opening(begin, told, self._theme()))

    def replay(self, playback: Playback) -> None:
        """Show a playback until it is left."""
        self._show(Stack.for_playback(playback, self._theme()))

    def welcome(self, lobby: Lobby) -> None:
        """Show the title, and everything opened from there, until the player leaves."""
        self._show(Stack.for_lobby(lobby, self._theme()))
