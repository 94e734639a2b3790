"""The application: keys, panes, and what takes long carried on with between two keys."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from time import monotonic
from typing import Any, ClassVar, Final, TypeVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from eventcore.inspector.inspection import Chain, Inspection, State
from eventcore.inspector.pane import Rows
from eventcore.inspector.row import Pane
from eventcore.inspector.screens import Asking, Choosing, Helping
from eventcore.inspector.side import Job
from eventcore.tools import printable

T = TypeVar("T")

_SLICE: Final = 0.03
"""Seconds for which keys wait while something is played."""
_BREATH: Final = 0.001
"""Seconds in which they are handled then."""
_KEYS: Final = "enter chain  e entity  / search  n N next  m mark  ? help  q leave"


class InspectorApp(App[None]):
    """Shows an inspection, and moves it on."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    CSS: ClassVar[str] = """
    #turns { width: 26; border-right: solid $panel; }
    .two #turns { width: 20; }
    .side { width: 1fr; padding: 0 0 0 1; }
    #panes { height: 1fr; }
    #whole { height: auto; max-height: 5; display: none; background: $surface; }
    #said { height: auto; max-height: 3; min-height: 1; color: $accent; }
    #keys { height: 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("e", "choose", show=False),
        Binding("slash", "ask", show=False),
        Binding("n", "next(False)", show=False),
        Binding("N", "next(True)", show=False),
        Binding("m", "mark", show=False),
        Binding("d", "part", show=False),
        Binding("question_mark", "help", show=False),
        Binding("escape", "leave", show=False),
        Binding("q,ctrl+c", "quit", show=False),
    ]

    def __init__(self, inspection: Inspection) -> None:
        super().__init__()
        self.inspection = inspection
        self._job: Job[Any] | None = None
        self._then: Callable[[Any], None] = lambda _: None
        self._timer: Timer | None = None
        self._said = ""

    @property
    def _main(self) -> Screen[object]:
        """The screen with the panes, also while another lies over it."""
        return self.screen_stack[0]

    @property
    def busy(self) -> bool:
        """True while something is played."""
        return self._job is not None

    def compose(self) -> ComposeResult:
        """Lay the turns, what is seen of each journal, and what is said of it out."""
        with Horizontal(id="panes"):
            yield Rows(id="turns")
            for number in range(len(self.inspection.sides)):
                side = Rows(id=f"side{number}")
                side.add_class("side")
                yield side
        yield Static(id="whole")
        yield Static(id="said")
        yield Static(_KEYS, id="keys", markup=False)

    def on_mount(self) -> None:
        """Show the first turn."""
        if len(self.inspection.sides) > 1:
            self._main.query_one("#panes").add_class("two")
            self._main.query_one("#keys", Static).update(Content(f"d part  {_KEYS}"))
        turns = self._main.query_one("#turns", Rows)
        turns.show("turn", self.inspection.turns)
        turns.focus()
        for number in (signal.SIGTERM, signal.SIGHUP):
            # Ignored on purpose, as nohup does, a signal stays ignored.
            if not self.is_headless and signal.getsignal(number) is not signal.SIG_IGN:
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(number, self._end_by_signal, number)
        self._look()

    def _end_by_signal(self, number: int) -> None:
        """Leave the terminal as it was found, with the code that shells give for the signal."""
        self.exit(return_code=128 + number)

    def side(self, number: int) -> Rows:
        """Give the pane of a journal."""
        return self._main.query_one(f"#side{number}", Rows)

    @property
    def number(self) -> int:
        """The side that has the focus; the first where none has."""
        focused = self._main.focused
        sides = range(len(self.inspection.sides))
        return next((number for number in sides if self.side(number) is focused), 0)

    def _look(self, event: int = 0, said: str = "", cursors: list[int] | None = None) -> None:
        """Show what there is to see, the cursor on an event."""
        self._said = said
        turns = self._main.query_one("#turns", Rows)
        turns.point_at(self.inspection.turn)

        def show(panes: list[Pane]) -> None:
            for number, pane in enumerate(panes):
                kept = cursors[number] if cursors else 0
                cursor = pane.index_of(event) if event else kept
                self.side(number).show(pane.heading, pane.rows, cursor)
            turns.refresh()  # what was seen may have left a mark there

        self._begin(self.inspection.panes(), show)

    def _begin(self, job: Job[T], then: Callable[[T], None]) -> None:
        """Do something that may take long in place of what is being done."""
        self._end_job()
        self._job, self._then = job, then
        self._work()

    def _end_job(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        if self._job is not None:
            self._job.close()
        self._timer = self._job = None

    def _work(self) -> None:
        """Carry on for a moment; keys that came meanwhile are next."""
        job, end = self._job, monotonic() + _SLICE
        if job is None:
            return
        try:
            progress = next(job)
            while monotonic() < end:
                progress = next(job)
        except StopIteration as done:
            self._timer = self._job = None
            self._then(done.value)
            self._tell()
            return
        self._tell(f"{progress} … esc stops")
        self._timer = self.set_timer(_BREATH, self._work)

    def _tell(self, progress: str = "") -> None:
        """Say where one is, and of the turn what its marks are."""
        one = self.inspection
        said = [f"turn {one.turn} of {one.last}", *(m.text for m in one.marks.of(one.turn))]
        if one.text:
            said.append(f"searched: {one.text}")
        text = progress or self._said or " · ".join(said)
        self._main.query_one("#said", Static).update(Content(printable(text)))
        self._show_whole()

    def _show_whole(self) -> None:
        """Show the row under the cursor whole, where it is cut."""
        focused = self._main.focused
        whole = self._main.query_one("#whole", Static)
        row = focused.row if isinstance(focused, Rows) and focused.is_cut() else None
        whole.display = row is not None
        whole.update(Content("" if row is None else printable(row.text.strip())))

    @on(Rows.Moved, "#turns")
    def turn_to(self, event: Rows.Moved) -> None:
        """Look at the turn under the cursor."""
        if event.rows.cursor != self.inspection.turn:
            self.action_turn(event.rows.cursor - self.inspection.turn)

    @on(Rows.Moved, ".side")
    def look_closer(self) -> None:
        """Show the row under the cursor whole, where it is cut."""
        self._show_whole()

    @on(Rows.Opened, "#turns")
    def enter(self) -> None:
        """Go on to the events of the turn."""
        self.side(0).focus()

    @on(Rows.Opened, ".side")
    def open(self, event: Rows.Opened) -> None:
        """Open the chain of the event under the cursor."""
        row = event.rows.row
        if row is not None and row.event:
            self.inspection.open(Chain(row.event))
            self._look(row.event)

    def on_descendant_focus(self) -> None:
        """Show of another pane what is cut."""
        self._show_whole()

    def action_turn(self, by: int) -> None:
        """Go to a turn so many on."""
        before = self.inspection.subject
        self.inspection.go(self.inspection.turn + by)
        same = before == self.inspection.subject and isinstance(before, State)
        sides = range(len(self.inspection.sides))
        self._look(cursors=[self.side(n).cursor for n in sides] if same else None)

    def action_choose(self) -> None:
        """Let an entity be chosen, and show its state."""
        turn = self.inspection.turn

        def chosen(entity: tuple[int, str] | None) -> None:
            if entity is not None:
                self.inspection.open(State(*entity))
                self._look()

        def choose(entities: list[tuple[int, str]]) -> None:
            self._said = "" if entities else "nobody is there"
            if entities:
                self.push_screen(Choosing(f"who is there as turn {turn} begins", entities), chosen)

        self._begin(self.inspection.sides[self.number].entities(turn), choose)

    def action_ask(self) -> None:
        """Ask what to search for, and search it."""

        def asked(text: str | None) -> None:
            if text is None:
                return
            self.inspection.text = text
            if text:
                self._find(here=True)
            else:
                self._say("")

        self.push_screen(Asking(self.inspection.text), asked)

    def action_next(self, back: bool) -> None:
        """Go to the next match; where nothing is searched, to the next mark."""
        if self.inspection.text:
            self._find(back=back)
        elif self.inspection.to_mark(back=back):
            self._look()
        else:
            where = "before" if back else "after"
            self._say(f"there is no mark {where} turn {self.inspection.turn}")

    def _find(self, *, back: bool = False, here: bool = False) -> None:
        number, text = self.number, self.inspection.text
        row = self.side(number).row
        event = 0 if row is None else row.event

        def found(sequence: int) -> None:
            if sequence:
                self.side(number).focus()
                self._look(sequence)
            else:
                why = f": {self.inspection.stopped}" if self.inspection.stopped else ""
                self._look(event, f"no {text!r} {'before' if back else 'after'} here{why}")

        self._begin(self.inspection.find(number, event, back=back, here=here), found)

    def action_mark(self) -> None:
        """Mark the turn, or take the mark away."""
        self.inspection.mark()
        self._main.query_one("#turns", Rows).refresh()
        self._say("")

    def action_part(self) -> None:
        """Go to where two journals part."""
        problem = self.inspection.to_parting()
        if problem:
            self._say(problem)
        else:
            self._look()

    def _say(self, text: str) -> None:
        self._said = text
        if not self.busy:
            self._tell()

    def action_help(self) -> None:
        """Show what the keys do."""
        self.push_screen(Helping())

    def action_leave(self) -> None:
        """Stop what takes long; else end a search, go back, or leave."""
        if self.busy:
            self._end_job()
            self._say("stopped")
            return
        chain = self.inspection.subject
        if self.inspection.text:
            self.inspection.text = ""
            self._say("")
        elif self.inspection.leave():
            self._look(chain.event if isinstance(chain, Chain) else 0)
        else:
            self.exit()
