"""A command of automatic play: it answers each view with the next intent, or stops."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

import attrs

from bidden.bots.around import on
from bidden.going.commands.taking import thing_to_take
from bidden.going.encounters import ASLEEP
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.going.reaching import against_foes
from bidden.going.watch import harm_to_come, is_blind, news, who_bars, why_not_now
from bidden.going.ways import Bar
from bidden.going.ways_out import Hint, WayOut
from bidden.intents import Intent, Move, PickUp
from bidden.kinds import CREATURE, LOCKED_DOOR, SHUT_DOOR, WALL
from bidden.state import own_name
from bidden.text import capitalised
from bidden.view import Spot, View
from bidden.words import phrase

_PATIENCE: Final = 4
"""The number of attempts to leave a tile."""
_BARS: Final = (CREATURE, LOCKED_DOOR, SHUT_DOOR, WALL)
"""What a blow from two tiles away does not pass."""
_LONG: Final = 1_000
"""The maximum number of intents of a command."""


@attrs.frozen
class Stop:
    """The end of a command.

    Attributes:
        reason: The reason, in a sentence.
        hints: What the player can do instead, best first. Stops with equal reasons are equal.
    """

    reason: str
    hints: tuple[Hint, ...] = attrs.field(default=(), eq=False)


Answer: TypeAlias = Intent | Stop
"""The next intent, or the end."""


class Going:
    """A command that takes several intents.

    Create an object for each command, and call it with each new view until it returns a ``Stop``.

    Attributes:
        verb: Its name, as in "explore".
        walks: Whether it walks. It then asks first if few hit points are left.
        goes_blind: Whether it goes on while the player is blind.
    """

    verb: ClassVar[str] = "go on"
    walks: bool = True
    goes_blind: bool = False

    def __init__(self, notes: Notes, habits: Habits) -> None:
        self.notes = notes
        self.habits = habits
        self._before: View | None = None
        self._meant: Intent | None = None
        self._tried = 0
        self._done = 0

    def __call__(self, view: View) -> Answer:
        """Return the next intent, or the reason to stop."""
        before, self._before = self._before, view
        self.notes.see(view)
        stop = self._why_not(view) if before is None else self._why_stop(before, view)
        if stop and view.foes_at:
            self.notes.harmless.tell(view)
        if stop is None and before is None:
            stop = self._ask_before_risk(view)
        if stop is None and self._done == _LONG:
            stop = Stop(phrase("command", "long"), (Hint(WayOut.AGAIN, self.verb),))
        if stop is not None:
            return stop
        self._done += 1
        answer = self._take_up(view) or self.next(view)
        if isinstance(answer, Move):
            answer = into_nobody(answer, view)
        self._meant = answer if isinstance(answer, Intent) else None
        if self._meant is not None:
            self.notes.forget_question()
        return answer

    def next(self, view: View) -> Answer:
        """Return the next intent if nothing has happened, or the reason to stop."""
        raise NotImplementedError

    def news(self, before: View, view: View) -> str:
        """Return the news that stops the player, or ""."""
        let_be, risks = self.notes.let_be(view), self.notes.risks(view)
        met = self.notes.encounters.known
        return news(before, view, let_be, self.habits, met=met, risks=risks)

    def _why_not(self, view: View) -> Stop | None:
        reason = why_not_now(view, blind=self.goes_blind)
        if reason:
            return Stop(reason, _hints_now(view))
        foe = who_bars(view, self.notes.let_be(view))
        if not foe:
            return None
        told, hints = against_foes(view, self.notes)
        return Stop(phrase("command", "enemy", verb=self.verb, enemy=foe) + told, hints)

    def _ask_before_risk(self, view: View) -> Stop | None:
        """Ask before walking with few hit points, once until more are lost."""
        notes, below = self.notes, self.habits.hurt_below
        if not self.walks or not notes.is_risk(view, below):
            return None
        if "knock-out" in dict(view.lasting):
            return Stop(phrase("command", "knocked out"), (Hint(WayOut.WAIT, "wait"),))
        if notes.is_confirmed(f"{self.verb} while hurt", view):
            notes.take_risk(view)
            return None
        again = Hint(WayOut.AGAIN, phrase("instead", "anyway", verb=self.verb))
        burns = view.bond is not None and view.bond.runs and view.bond.left <= 0
        heals = view.comes_back[0] > 0 and harm_to_come(view) < view.hp and not burns
        hints = (again, Hint(WayOut.REST, "rest")) if heals else (again,)
        return Stop(phrase("command", "few", hp=view.hp, most=view.max_hp), hints)

    def _why_stop(self, before: View, view: View) -> Stop | None:
        reason = self.news(before, view)
        if reason:
            return Stop(reason)
        reason = self._hindrance(before, view)
        wait = Hint(WayOut.WAIT, phrase("instead", "a turn"))
        return Stop(reason, (wait,) if isinstance(self._meant, Move) else ()) if reason else None

    def ask_to_pass(self, bar: Bar, view: View) -> Stop | None:
        """Ask before a way beside rooted foes. If the command is repeated, dare it."""
        if not self.notes.is_confirmed(f"walk past {bar.name}", view):
            return Stop(bar.told, (Hint(WayOut.AGAIN, phrase("instead", "past")), *bar.hints))
        self.notes.ground.dared |= bar.rooted
        return None

    def _take_up(self, view: View) -> Intent | None:
        return thing_to_take(view, self.notes, self.habits)

    def _hindrance(self, before: View, view: View) -> str:
        """Remember a failed step. Return a message after several failures."""
        meant = self._meant
        if isinstance(meant, PickUp) and view.turn == before.turn:
            return view.lines[-1].text if view.lines else phrase("command", "no pick-up")
        is_free = len(view.lasting) < len(before.lasting)  # of a web, which took the step
        if not isinstance(meant, Move) or view.here != before.here or is_free:
            self._tried = 0
            return ""
        self._tried += 1
        x, y = view.here[0] + meant.dx, view.here[1] + meant.dy
        # A fast player opens a door within the turn.
        if view.turn == before.turn and view.tiles[y][x] == before.tiles[y][x]:
            self.notes.shut((x, y), view)
        if self._tried < _PATIENCE:
            return ""
        return (view.lines[-1].text if view.lines else "") or phrase("command", "no further")


def _hints_now(view: View) -> tuple[Hint, ...]:
    if view.ending is not None:
        return ()
    if view.offers:
        return (Hint(WayOut.CHOOSE, "choose"),)
    return (Hint(WayOut.REST, phrase("instead", "sight")),) if is_blind(view) else ()


def into_nobody(step: Move, view: View) -> Move | Stop:
    """Return a step, or stop before it would attack a foe, adjacent or in reach of a weapon."""
    far = max((held.reach for held in view.pack if held.worn), default=0)
    ahead = [on(view.here, (step.dx, step.dy), n) for n in range(1, far + 2)]
    struck = (at for at in ahead if at in view.foes_at or view.tiles[at[1]][at[0]].kind in _BARS)
    x, y = next(struck, ahead[0])
    if (x, y) not in view.foes_at:
        return step
    name = view.tiles[y][x].name or "an enemy"
    told = own_name(name.removesuffix(ASLEEP))
    key = "asleep" if name.endswith(ASLEEP) else "in the way"
    reason = phrase("command", key, name=capitalised(told))
    if (x, y) != ahead[0]:
        reason = phrase("command", "attack", name=told)
    return Stop(reason, (Hint(WayOut.ATTACK, "attack"),))


def stopped_by(bar: Bar | None, otherwise: str) -> Stop:
    """Return the end of a command whose way is blocked, or another reason without an obstacle."""
    return Stop(otherwise) if bar is None else Stop(bar.told, bar.hints)


def what_bars(spot: Spot, view: View) -> str:
    """Return a message about what blocks a tile."""
    x, y = spot
    inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
    name = capitalised(own_name(view.tiles[y][x].name)) if inside else ""
    return phrase("command", "in the way", name=name) if name else phrase("command", "no way")
