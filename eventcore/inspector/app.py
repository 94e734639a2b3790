"""The inspector's application, which defines the keys and runs slow work in the background."""

from __future__ import annotations

import asyncio
import signal
from functools import partial
from time import monotonic
from typing import ClassVar, Final, TypeVar, cast

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import Screen
from textual.widgets import Static

from eventcore.errors import DescriptionError
from eventcore.inspector.events import QUIET
from eventcore.inspector.inspection import Chain, Inspection, State
from eventcore.inspector.player import Job
from eventcore.inspector.widgets import Chooser, Picture, Prompt, RowList
from eventcore.text import printable

T = TypeVar("T")

_SLICE: Final = 0.03  # the longest time in seconds that slow work may delay a key
_KEYS: Final = "enter open  g turn  e entity  t types  p picture  ? help  q leave"
_ACTIONS: Final = (
    ("left right", "turn(-1) turn(1)", "go to the previous or next turn"),
    ("up down", "", "select a row; in the list of turns, show that turn"),
    ("tab", "", "go to the next list"),
    ("enter", "", "show an event with its causes, handlers and changes"),
    ("g", "ask_turn", "go to a turn by its number"),
    ("e", "choose_entity", "choose an entity and show its state at the start of the turn"),
    ("t", "choose_types", "choose the types of events to hide"),
    ("o", "only_entity", "show only one entity's events; press again to show all events"),
    ("f", "pin", "show the selected field's value on each turn (plays all turns)"),
    ("p", "picture", "show the picture below the events, alone, or not at all"),
    ("y Y", "copy(False) copy(True)", "copy the selected line, or all lines of the list"),
    ("w", "what_if", "copy a what-if command that mutes a handler (plays all turns)"),
    ("escape", "leave", "stop playing, or go back"),
    ("q ctrl+c", "quit quit", "leave"),
    ("question_mark", "help", "list the keys; enter runs the selected key's action"),
)
"""The keys, their actions and descriptions. The lists handle keys without an action."""
_SIGNS: Final = "≠ changed   ! fault   ^ rules change   ■ end"


class InspectorApp(App[DescriptionError]):
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    CSS: ClassVar[str] = """
    #panes { height: 1fr; }
    #turns { width: 36%; min-width: 20; max-width: 60; border-right: solid $panel; }
    #turn { width: 1fr; padding: 0 0 0 1; }
    #events { height: 1fr; }
    Picture { height: auto; max-height: 50%; border-top: solid $panel; scrollbar-size: 0 0; }
    Picture Static { width: auto; height: auto; }
    .off Picture, .whole #turns, .whole #events { display: none; }
    .whole Picture { max-height: 100%; }
    #detail { height: auto; max-height: 5; display: none; background: $surface; }
    #pin { height: 1; display: none; color: $success; }
    #status { height: auto; max-height: 3; min-height: 1; color: $accent; }
    #keys { height: 1; color: $text-muted; }
    ModalScreen { align: center middle; }
    ModalScreen > Vertical { width: 95%; max-width: 90; height: auto; max-height: 100%; }
    ModalScreen > Vertical { padding: 0 1; background: $surface; }
    ModalScreen RowList { height: auto; max-height: 90vh; }
    ModalScreen Input { border: none; padding: 0; height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, action)
        for keys, actions, _ in _ACTIONS
        for key, action in zip(keys.split(), actions.split(), strict=False)
    ]

    def __init__(self, inspection: Inspection) -> None:
        super().__init__()
        self.inspection = inspection
        self.playing: int = 0
        self._picture_mode = 0  # 0 shows the picture below the events, 1 alone, 2 not at all
        self._message = ""

    @property
    def _main(self) -> Screen[object]:
        """The screen with the panes, even if a dialog is on top of it."""
        return self.screen_stack[0]

    def compose(self) -> ComposeResult:
        with Horizontal(id="panes"):
            yield RowList(id="turns")
            with Vertical(id="turn"):
                yield RowList(id="events")
                if self.inspection.player.pictured:
                    yield Picture()
        yield Static(id="detail")
        yield Static(id="pin")
        yield Static(id="status")
        yield Static(_KEYS, id="keys", markup=False)

    def on_mount(self) -> None:
        self.turns.show("turn", self.inspection.turns)
        self.turns.focus()
        for number in (signal.SIGTERM, signal.SIGHUP):
            # If nohup or a similar program made this process ignore a signal, keep ignoring it.
            if not self.is_headless and signal.getsignal(number) is not signal.SIG_IGN:
                loop = asyncio.get_running_loop()
                # Exit with the code that a shell reports for a process killed by this signal.
                loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))
        self.action_turn(0)
        self._find_end()

    @work(group="end")
    async def _find_end(self) -> None:
        if not self.inspection.player.closed:
            await self._play(self.inspection.player.find_end())
            self.turns.refresh()
            self._update_status()

    @property
    def turns(self) -> RowList:
        return self._main.query_one("#turns", RowList)

    @property
    def events(self) -> RowList:
        return self._main.query_one("#events", RowList)

    @work(exclusive=True)
    async def _show(self, event: int = 0, *, stay: bool = False) -> None:
        """Show the current turn, and move the cursor to the given event if it is in the list."""
        self._message = ""
        self.turns.point_at(self.inspection.turn)
        heading, rows, picture = await self._play(self.inspection.pane())
        found = (n for n, row in enumerate(rows) if event and row.event == event)
        self.events.show(heading, rows, next(found, self.events.cursor if stay else 0))
        for widget in self._main.query(Picture):
            widget.border_title = printable(next(iter(picture), ""))
            widget.show(picture[1:])
        self.turns.refresh()  # show the summary of the turn just played, and any error in it
        self._update_status()

    async def _play(self, job: Job[T]) -> T:
        """Run a slow job without blocking the keyboard, and return its result."""
        self.playing += 1
        try:
            while True:
                progress, end = next(job), monotonic() + _SLICE
                while monotonic() < end:
                    progress = next(job)
                self._update_status(f"{progress} … esc stops")
                await asyncio.sleep(0.001)
        except StopIteration as stop:
            return cast("T", stop.value)
        except DescriptionError as error:  # the caller of ``run`` reports it
            self.exit(error)
            raise asyncio.CancelledError from None
        finally:
            job.close()
            self.playing -= 1

    def _update_status(self, progress: str = "") -> None:
        one = self.inspection
        marks = [text for _, text in one.turns.marks(one.turn)]
        parts = [f"turn {one.turn} of {one.last}", *marks, str(one.filter)]
        text = progress or self._message or " · ".join(filter(None, parts))
        self._main.query_one("#status", Static).update(Content(printable(text)))
        self._show_pin()
        self._show_detail()

    def _show_pin(self) -> None:
        widget, player = self._main.query_one("#pin", Static), self.inspection.player
        widget.display = player.pin is not None
        if player.pin is None:
            return
        turn, last = self.inspection.turn, self.inspection.last
        label = printable(f"{player.pin.name} {player.pin.field}: {player.value_text(turn)} ")
        room = max(self.size.width - Content(label).cell_length, 1)
        first = max(min(turn - room // 2, last + 1 - room), 0)
        bars = Content(player.sparkline(range(first, min(first + room, last + 1))))
        here = bars.stylize("reverse", turn - first, turn - first + 1)
        widget.update(Content(label).append(here))

    @on(RowList.Moved, "#events")
    @on(DescendantFocus)
    def _show_detail(self) -> None:
        focused = self._main.focused
        detail = self._main.query_one("#detail", Static)
        row = focused.row if isinstance(focused, RowList) and focused.is_cut() else None
        detail.display = row is not None
        detail.update(Content("" if row is None else printable(row.text.strip())))

    def _say(self, text: str) -> None:
        self._message = text
        self._update_status()

    @on(RowList.Moved, "#turns")
    def turn_to(self, event: RowList.Moved) -> None:
        if event.rows.cursor != self.inspection.turn:
            self.action_turn(event.rows.cursor - self.inspection.turn)

    @on(RowList.Opened, "#turns")
    def enter_events(self) -> None:
        self.events.focus()

    @on(RowList.Opened, "#events")
    def open_chain(self, event: RowList.Opened) -> None:
        row = event.rows.row
        if row is not None and row.event:
            self.inspection.open(Chain(row.event))
            self._show(row.event)

    def action_turn(self, by: int) -> None:
        shown = self.inspection.subject
        self.inspection.go(self.inspection.turn + by)
        self._show(stay=isinstance(shown, State))

    @work(group="dialog")
    async def action_ask_turn(self) -> None:
        text = await self.push_screen_wait(Prompt(f"Go to turn (0 to {self.inspection.last}):"))
        if text and text.isdecimal():
            self.action_turn(int(text) - self.inspection.turn)
        elif text:
            self._say(f"{text!r} is not a turn number")

    async def _choose_entity(self, *, traced: bool = False) -> tuple[int, str] | None:
        turn = self.inspection.turn
        entities = await self._play(self.inspection.player.entities(turn, traced=traced))
        names = [name for _, name in entities]
        index = await self.push_screen_wait(Chooser(f"entities on turn {turn}", names))
        return None if index is None else entities[index]

    @work(exclusive=True)
    async def action_choose_entity(self) -> None:
        entity = await self._choose_entity()
        if entity is not None:
            self.inspection.open(State(*entity))
        self._show(stay=entity is None)

    @work(exclusive=True)
    async def action_only_entity(self) -> None:
        shown = self.inspection.filter
        shown.entity = None if shown.entity else await self._choose_entity(traced=True)
        self._show()

    @work(group="dialog")
    async def action_choose_types(self) -> None:
        hidden, row = self.inspection.filter.types, self.events.row
        counts = [(name, f"{name} {count}") for name, count in self.inspection.event_types()]
        names = {QUIET: QUIET, **dict(counts)}
        spans = {span.sequence: span.event for span in self.inspection.player.traced}
        index = [*names].index(spans.get(0 if row is None else row.event, QUIET))
        while True:
            choices = [f"{'hidden' * (n in hidden):<7}{text}" for n, text in names.items()]
            dialog = Chooser("enter hides or shows a type, esc closes the list", choices, index)
            chosen = await self.push_screen_wait(dialog)
            if chosen is None:
                break
            index = chosen
            hidden.symmetric_difference_update({[*names][index]})
        self._show()

    @work(group="values", exclusive=True)
    async def action_pin(self) -> None:
        row, player = self.events.row, self.inspection.player
        pin = None if row is None else row.pin
        if pin is None and player.pin is None:
            self._say("select a field: press e to show an entity's fields, and tab to go to them")
            return
        await self._play(player.pin_field(pin))
        self.turns.refresh()
        self._say("")

    def action_picture(self) -> None:
        if not self.inspection.player.pictured:
            self._say("this simulation has no picture: define a picture() method in its class")
            return
        mode = self._picture_mode = (self._picture_mode + 1) % 3
        self._main.set_class(mode == 1, "whole").set_class(mode == 2, "off")
        self.turns.focus()

    def action_copy(self, everything: bool) -> None:
        focused = self._main.focused
        rows = focused if isinstance(focused, RowList) else self.turns
        some = rows.rows if everything else filter(None, [rows.row])
        text = "\n".join(printable(row.text) for row in some).strip()
        self.copy_to_clipboard(text)
        self._say("copied all lines" if everything else f"copied: {text}")

    def action_what_if(self) -> None:
        recording, row = self.inspection.player.recording, self.events.row
        handler = "" if row is None else row.handler
        option = f"--mute {handler}" if handler else "--set NAME=VALUE"
        command = f"{recording.call('what-if')} {option}"
        self.copy_to_clipboard(command)
        self._say(f"copied (plays all turns): {command}{'' if handler else '; fill in NAME=VALUE'}")

    @work(group="dialog")
    async def action_help(self) -> None:
        lines = []
        for keys, _, text in _ACTIONS:
            names = [self.get_key_display(Binding(key, "")) for key in keys.split()]
            lines.append(f"{' '.join(names):<9} {text}")
        index = await self.push_screen_wait(Chooser(_SIGNS, lines))
        if index is not None and _ACTIONS[index][1]:
            await self.run_action(_ACTIONS[index][1].split()[0])

    def action_leave(self) -> None:
        subject = self.inspection.subject
        if self.playing:
            self.workers.cancel_all()
            self.turns.refresh()
            self._say("stopped")
        elif self.inspection.leave():
            self._show(subject.event if isinstance(subject, Chain) else 0)
        else:
            self._say("press q to leave the inspector")
