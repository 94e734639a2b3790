"""The replay screen: a journal played back on the board, at any pace and from any turn."""

from __future__ import annotations

from functools import partial
from typing import Final

import tcod.console

from bidden.frontend.drawing.board import draw_board
from bidden.frontend.drawing.canvas import clean, cut, put
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.drawing.panels.progress import draw_progress
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.port import Playback
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.target import look_about
from bidden.frontend.screens.prompts.forms.typed import NumberPrompt
from bidden.frontend.screens.screen import (
    NOTHING,
    TICKS_PER_SECOND,
    Play,
    Push,
    Quit,
    Reveal,
    Screen,
    Seek,
    Steps,
)
from bidden.frontend.screens.told.character import show_character
from bidden.frontend.screens.told.help import explanations
from bidden.frontend.screens.told.history import History
from bidden.frontend.screens.told.why import why_latest
from bidden.frontend.theme import Theme
from bidden.shown.games import Mark, MarkKind
from bidden.view import Spot, View
from bidden.words import phrase

_SPEEDS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_FIRST_SPEED: Final = 4
"""Records a second."""
_LEAPS: Final = {
    Command.TURN: 1,
    Command.TURN_BACK: -1,
    Command.TEN_TURNS: 10,
    Command.TEN_TURNS_BACK: -10,
}
"""How many turns each action skips."""


class ReplayScreen(Screen):
    """The board with a progress bar. It plays at once, unless it starts at a later turn."""

    contexts = (Context.REPLAY,)
    notes = (*explanations("progress").items(), *explanations("header").items())

    def __init__(self, theme: Theme, playback: Playback) -> None:
        super().__init__(theme)
        self._playback = playback
        self._playing = not playback.target
        self._speed = _SPEEDS.index(_FIRST_SPEED)
        self._due = 0  # records times ticks per second, so that no speed is rounded
        self._stopped_at_divergence = False
        self._notice = ""
        self._read: int | None = None  # the event of the last message before the last step

    def press(self, key: str, view: View) -> Steps:
        action = self.theme.keymap.action(key, Context.REPLAY)
        if action is not None:
            self._notice = ""
        match action:
            case Command.PAUSE:
                self._playing = not self._playing
            case Command.FASTER:
                self._speed = min(self._speed + 1, len(_SPEEDS) - 1)
            case Command.SLOWER:
                self._speed = max(self._speed - 1, 0)
            case Command.ALL_SEEING:
                return (Reveal(),)
            case Command.TAKE_OVER:
                return self._ask_to_take_over(view)
            case Command.LOOK:
                return look_about(self.theme, view)
            case Command.CHARACTER:
                return show_character(self.theme, view)
            case Command.MESSAGES:
                return (Push(History(self.theme, view)),)
            case Command.WHY:
                return why_latest(self.theme, view)
            case Command.LEAVE:
                return (Quit(),)
            case Command():
                return self._travel(action)
        return NOTHING

    def look(self, view: View) -> Steps:
        if self._playback.diverged and not self._stopped_at_divergence:
            self._stopped_at_divergence = True
            self._playing = False
        return NOTHING

    @property
    def ticks(self) -> bool:
        return self._playing and not self._at_end

    def tick(self, view: View) -> Steps:
        playback = self._playback
        if not self.ticks or self._on_the_way:
            self._due = 0
            return NOTHING
        records, self._due = divmod(self._due + _SPEEDS[self._speed], TICKS_PER_SECOND)
        if not records:
            return NOTHING
        self._read = view.lines[-1].sequence if view.lines else 0
        return (Seek(playback.position + records),)

    def focus(self, view: View) -> Spot:
        return self.layout.cell_of(view.here)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette, playback = self.theme.palette, self._playback
        diverged = clean(playback.diverged)
        hint = phrase("replay", "all-seeing" if playback.all_seeing else "seed", seed=view.seed)
        notice, stopped = self._notice, playback.stopped
        if not notice and self._at_end:
            key, epitaph = "stopped" if stopped else "end", view.epitaph
            notice = phrase("end of the replay", key, why=stopped, epitaph=epitaph).strip()
        below, layout = 2 if diverged else 1, layout_for(console)
        more = self.theme.keymap.hint(Context.REPLAY, Command.MESSAGES)
        options = self.theme.options
        draw = partial(draw_board, console, view, palette, options, hint=hint, notice=notice)
        draw(below=below, more=more, read=self._read)
        if diverged:
            log = layout.log
            text = cut(phrase("replay", "diverged", why=diverged), log.width - 1)
            put(console, log.x, log.bottom - 2, text, palette.tone("harm").fg)
        self._draw_bottom(console, view)

    def _draw_bottom(self, console: tcod.console.Console, view: View) -> None:
        palette, ink = self.theme.palette, self.theme.palette.header
        layout = layout_for(console)
        bottom, block = layout.height - 1, layout.header
        draw_bar(console, -1, "", ink)
        turns = phrase("replay", "turn", turn=view.turn, last=self._playback.last_turn)
        x = put(console, block.x + 1, bottom, turns, palette.bright.fg)
        x = put(console, x + 2, bottom, self._state().ljust(13), ink.fg)
        key = self.theme.keymap.hint(Context.REPLAY, Command.HELP)
        hint = phrase("key hints", "help", label=key)
        end = block.right - 1 - len(hint)
        self.hint(console, end, bottom, hint, palette.faint.fg)
        draw_progress(console, x + 1, bottom, end - x - 3, self._playback, palette)

    @property
    def _at_end(self) -> bool:
        return self._playback.position >= self._playback.length

    @property
    def _on_the_way(self) -> bool:
        return self._playback.position != self._playback.target

    def _state(self) -> str:
        if self._on_the_way:
            target = self._playback.turn_of(self._playback.target)
            return phrase("replay", "to turn", turn=target)
        if self._at_end:
            return phrase("replay", "at the end")
        return phrase("replay", "pace" if self._playing else "paused", records=_SPEEDS[self._speed])

    def _travel(self, action: Command) -> Steps:
        self._playing, self._read = False, None
        playback = self._playback
        match action:
            case Command.START:
                return (Seek(0),)
            case Command.END:
                return (Seek(playback.length),)
            case Command.STEP:
                return (Seek(playback.target + 1),)
            case Command.STEP_BACK:
                return (Seek(playback.target - 1),)
            case Command.GO_TO_TURN:
                question = phrase("replay", "go to turn", last=playback.last_turn)
                return (Push(NumberPrompt(self.theme, question, self._to_turn)),)
            case Command.NEXT_MARK:
                return self._to_mark(on=True)
            case Command.PREVIOUS_MARK:
                return self._to_mark(on=False)
            case Command.NEXT_LEVEL:
                return self._to_mark(on=True, kind=MarkKind.LEVEL)
            case Command.PREVIOUS_LEVEL:
                return self._to_mark(on=False, kind=MarkKind.LEVEL)
        turns = _LEAPS.get(action, 0)
        return (Seek(playback.after_turns(playback.target, turns)),) if turns else NOTHING

    def _to_turn(self, turn: int) -> Steps:
        if turn > self._playback.last_turn:
            self._notice = phrase("replay", "no turn", turn=turn)
        return (Seek(self._playback.position_of_turn(turn)),)

    def _to_mark(self, *, on: bool, kind: MarkKind | None = None) -> Steps:
        """Go to the nearest known mark in a direction, or say that there is none."""
        playback, here = self._playback, self._playback.target
        marks = [mark for mark in playback.marks if kind is None or mark.kind is kind]
        there = [mark for mark in marks if (mark.position > here if on else mark.position < here)]
        if not there:
            key = (
                f"{'further' if on else 'earlier'} {'bookmark' if kind is None else 'level change'}"
            )
            known = playback.surveyed
            searched = known >= playback.length or (not on and known >= here)
            key = key if searched else f"{key} yet"
            self._notice = phrase("no mark", key, turn=playback.turn_of(known))
            return NOTHING
        mark = there[0] if on else there[-1]
        self._notice = self._text_of(mark)
        return (Seek(mark.position),)

    def _text_of(self, mark: Mark) -> str:
        texts = [one.text for one in self._playback.marks if one.position == mark.position]
        return phrase("replay", "marks", turn=mark.turn, texts=", ".join(dict.fromkeys(texts)))

    def _ask_to_take_over(self, view: View) -> Steps:
        self._playing = False
        if view.ending is not None and not self._on_the_way:
            self._notice = phrase("replay", "can't take over")
            return NOTHING
        question, detail = phrase("replay", "take over"), phrase("replay", "about take over")
        play = Play(self._playback.take_over, phrase("trouble", "take over"))
        return (Push(Confirm(self.theme, question, detail, (play,))),)
