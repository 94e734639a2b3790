"""A game as a value: it can be stepped, observed and cloned.

A clone is a copy of the state. It gets a world only when it is stepped. ``restore`` copies the
state of a clone into a game that has a world with compiled chains. This is the fastest way to step
from the same state repeatedly.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Self

import attrs

from bidden.content.mods import RUN
from bidden.headless.choices import choices
from bidden.intents import INTENTS, Close, Intent, Move, UseBoon
from bidden.perception.foretold.boons_foretold import IN_VAIN
from bidden.saved import SessionSnapshot
from bidden.session import Session
from bidden.view import Ending, PastError, Spilling, Spot, View

_UNSEEN: Final[Mapping[type[Intent], Collection[str]]] = {
    Close: ("occupied", "shut"),
    UseBoon: IN_VAIN,
}
"""Refusals that may be caused by something out of sight, by intent."""
_OF_THE_NEXT_TILE: Final = {("lash", "wall"), ("rush", "wall"), ("pass", "no wall")}
"""Boons, and refusals caused by a wall on the next tile, or by its absence."""


@attrs.frozen
class Step:
    """The result of an intent.

    Attributes:
        done: Whether it was performed. Time may pass even if not, for example during paralysis.
        reason: The code of the refusal; empty if it was performed.
        lines: The messages to the player.
    """

    done: bool
    reason: str = ""
    lines: tuple[str, ...] = ()


class Game:
    """One game, from a seed to its end. Nothing is recorded or written.

    Create, load or clone a game, then step it until it is ``over``.
    """

    def __init__(
        self, seed: int, *, level: str = RUN, mods: Sequence[str] = (), debug: bool = False
    ) -> None:
        """Start a game.

        Args:
            seed: The seed. With the level, the mods and the intents, it determines everything.
            level: The name of the first level, as in ``bidden play --scenario``.
            mods: The names of the mods whose content is added.
            debug: Whether to check every dispatch; a step then takes about four times as long.

        Raises:
            ContentError: The level or a mod does not exist.
        """
        self._take(Session(seed, level=level, mods=mods, debug=debug))

    @classmethod
    def load(cls, data: bytes) -> Self:
        """Continue a saved game.

        Raises:
            SaveError: The data are not a save of this version of the game.
        """
        self = cls.__new__(cls)
        self._take(Session.restore(data))
        return self

    def save(self) -> bytes:
        """Return the whole state for ``load`` in any process."""
        return self._awake().save()

    def _take(self, session: Session) -> None:
        self.seed: int = session.world.seed
        self._session: Session | None = session
        # Caches of the present state: None until it is first asked for.
        self._snapshot: SessionSnapshot | None = None
        self._view: View | None = None

    # Observing

    def observe(self) -> View:
        """Return the present view."""
        if self._view is None:
            self._view = self._awake().view()
        return self._view

    @property
    def ending(self) -> Ending | None:
        """How the game ended, or None."""
        return self.observe().ending

    @property
    def over(self) -> bool:
        """Whether the game is over. Then every intent is refused."""
        return self.ending is not None

    @property
    def kills(self) -> int:
        """The number of creatures that the player killed."""
        return sum(self._awake().conduct.slain.values())

    @property
    def digest(self) -> str:
        """The fingerprint of everything that has happened, as 16 hexadecimal digits."""
        return self._awake().digest.value

    # Choosing

    def legal(self) -> tuple[Intent, ...]:
        """Return the ``choices`` that ``accepts`` allows."""
        return tuple(one for one in choices(self.observe()) if self.accepts(one))

    def accepts(self, intent: Intent) -> bool:
        """Return whether an intent would have an effect, judging by the player's knowledge.

        The rules decide; nothing changes. If this returns False, the intent is refused and changes
        nothing. If it returns True, the intent is performed, or fails but takes time, such as
        struggling in a web. Two kinds of intents are exceptions, because the player cannot know the
        answer: steps onto a tile out of view, and intents refused because of something that may be
        out of sight.
        """
        if self.over:
            return False
        if isinstance(intent, Move) and not self._sees(intent.dx, intent.dy):
            return True
        refusal = self._awake().refusal(intent)
        if isinstance(intent, UseBoon) and self._is_plain(intent, refusal):
            return False
        return refusal is None or refusal in _UNSEEN.get(type(intent), ())

    def _is_plain(self, use: UseBoon, refusal: str | None) -> bool:
        """Return whether the reason is a wall, or a missing wall, on the next tile in view."""
        active = next((one.power for one in self.observe().boons), "")
        return (active, refusal) in _OF_THE_NEXT_TILE and self._sees(use.dx, use.dy)

    def _sees(self, dx: int, dy: int) -> bool:
        """Return whether an adjacent tile is in view or beyond the edge of the map."""
        view = self.observe()
        x, y = view.here[0] + dx, view.here[1] + dy
        inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
        return not inside or view.tiles[y][x].lit

    # Stepping

    def step(self, intent: Intent) -> Step:
        """Perform an intent, and let all others act until it is the player's turn.

        Returns:
            The result; a refusal is a result too.

        Raises:
            ValueError: The intent is not one of ``bidden.intents.INTENTS``.
        """
        if INTENTS.get(type(intent).__name__) is not type(intent):
            raise ValueError(f"{intent!r} is not an intent: use one of bidden.intents.INTENTS")
        if self.over:
            return Step(False, "over")
        session = self._awake()
        since = session.world.sequence
        action = session.perform(intent)
        session.digest.seal()
        self._snapshot = self._view = None
        reason = (action.reason or "") if action.failed else ""
        return Step(not action.failed, reason, tuple(session.told_since(since)))

    # Cloning

    def clone(self) -> Self:
        """Return an independent copy."""
        other = type(self).__new__(type(self))
        other.seed, other._session = self.seed, None
        other._snapshot, other._view = self._moment(), None
        other._take_view(self._view)
        return other

    def restore(self, clone: Game) -> None:
        """Copy the state of another game into this one.

        This is fastest with clones of this game.
        """
        snapshot = clone._moment()
        if self._session is not None:
            if self._session.goes_back_to(snapshot):
                self._session.put_back(snapshot)
            else:
                self._session = None
        self.seed, self._snapshot = clone.seed, snapshot
        self._take_view(clone._view)

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).load, (self.save(),)

    def _take_view(self, view: View | None) -> None:
        """Reuse the view of an equal game, and compute its lazy parts from this one."""
        moment = self._snapshot

        def spills(foe: Spot) -> tuple[Spilling, ...]:
            if self._snapshot is not moment:
                raise PastError("this view is out of date: call spills_at on the current view")
            return self._awake().view().spills_at(foe)

        self._view = None if view is None else attrs.evolve(view, spilling=spills)

    def _moment(self) -> SessionSnapshot:
        if self._snapshot is None:
            self._snapshot = self._awake().snapshot()
        return self._snapshot

    def _awake(self) -> Session:
        if self._session is None:
            assert self._snapshot is not None
            self._session = Session.of_snapshot(self._snapshot)
        return self._session
