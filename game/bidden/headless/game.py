"""A game as a value: it is stepped, looked at and cloned, and a clone goes its own way.

A clone is at rest: it holds a copy of all there is, and becomes a world of its own only when
something is done in it. ``restore`` puts a clone's state back into a game that has a world, whose
chains are compiled; that is the quick way to step from one state again and again.
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
"""Refusals that may be for somebody or something out of sight, by intent."""
_OF_THE_NEXT_TILE: Final = {("lash", "wall"), ("rush", "wall"), ("pass", "no wall")}
"""Boons, and refusals that are for a wall on the next tile, or for there being none."""


@attrs.frozen
class Step:
    """What became of an intent.

    Attributes:
        done: Whether it was done. Time may go by where it was not, as for who is paralysed.
        reason: Why it was refused, by its code; empty where it was done.
        lines: What the player was told by it.
    """

    done: bool
    reason: str = ""
    lines: tuple[str, ...] = ()


class Game:
    """One game, from a seed to its end.

    Life cycle: it begins, or is loaded or cloned; then it is stepped until it is ``over``. Nothing
    is recorded and nothing is written.

    Attributes:
        seed: Everything follows from it, the level, the mods and the intents.
    """

    def __init__(
        self, seed: int, *, level: str = RUN, mods: Sequence[str] = (), debug: bool = False
    ) -> None:
        """Begin a game.

        Args:
            seed: Everything follows from it.
            level: The name of the level to begin on, as ``bidden play --scenario`` has it.
            mods: The names of the mods whose content is added.
            debug: Whether every dispatch is checked; a step then takes some four times as long.

        Raises:
            ContentError: The level or a mod does not exist.
        """
        self._take(Session(seed, level=level, mods=mods, debug=debug))

    @classmethod
    def load(cls, data: bytes) -> Self:
        """Go on with a game that was saved.

        Raises:
            SaveError: The data are not a save of this version of the game.
        """
        self = cls.__new__(cls)
        self._take(Session.restore(data))
        return self

    def save(self) -> bytes:
        """Write all there is to the game, for ``load`` in whatever process."""
        return self._awake().save()

    def _take(self, session: Session) -> None:
        self.seed: int = session.world.seed
        self._session: Session | None = session
        # What it is now, copied and looked at, as far as that was asked.
        self._snapshot: SessionSnapshot | None = None
        self._view: View | None = None

    # Looking

    def observe(self) -> View:
        """Give what the player knows now, and nothing else."""
        if self._view is None:
            self._view = self._awake().view()
        return self._view

    @property
    def ending(self) -> Ending | None:
        """How it is over; None while it goes on."""
        return self.observe().ending

    @property
    def over(self) -> bool:
        """Whether it is over: then every intent is refused."""
        return self.ending is not None

    @property
    def kills(self) -> int:
        """How many the player has put to rest."""
        return sum(self._awake().conduct.slain.values())

    @property
    def digest(self) -> str:
        """The fingerprint of all that has happened, of 16 hexadecimal digits."""
        return self._awake().digest.value

    # Choosing

    def legal(self) -> tuple[Intent, ...]:
        """Give what may be done now, of all ``choices`` there are: what ``accepts`` says yes to."""
        return tuple(one for one in choices(self.observe()) if self.accepts(one))

    def accepts(self, intent: Intent) -> bool:
        """Say whether an intent would come to anything, as far as the player can know.

        The rules are asked themselves, and nothing changes by it. Whatever this says no to is
        refused, and nothing changes by that either. What it says yes to is done, or takes time
        though it fails, as to struggle in a web does; but for a step onto a tile that is not in
        view, and for what is refused for somebody or something that may be out of sight. That
        anybody may try: what is there is not for the player to know.
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
        """Say whether a boon is refused for what one sees on the next tile."""
        active = next((one.power for one in self.observe().boons), "")
        return (active, refusal) in _OF_THE_NEXT_TILE and self._sees(use.dx, use.dy)

    def _sees(self, dx: int, dy: int) -> bool:
        """Say whether the tile that is so far off is in view; beyond the edge there is no other."""
        view = self.observe()
        x, y = view.here[0] + dx, view.here[1] + dy
        inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
        return not inside or view.tiles[y][x].lit

    # Going on

    def step(self, intent: Intent) -> Step:
        """Do an intent, and let all others act until the player may again.

        Returns:
            What became of it: a refusal is a value too.

        Raises:
            ValueError: The intent is none of ``bidden.intents.INTENTS``.
        """
        if INTENTS.get(type(intent).__name__) is not type(intent):
            raise ValueError(f"{intent!r} is not an intent: give one of bidden.intents.INTENTS")
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
        """Make a game that is as this one is now, and goes its own way from here."""
        other = type(self).__new__(type(self))
        other.seed, other._session = self.seed, None
        other._snapshot, other._view = self._moment(), None
        other._take_view(self._view)
        return other

    def restore(self, clone: Game) -> None:
        """Be what another game is now; that one stays as it is.

        What takes the least time is to go back to a clone of one's own.
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
        """Be pickled as what it saves."""
        return type(self).load, (self.save(),)

    def _take_view(self, view: View | None) -> None:
        """Take over the view of a game that is as this one is; what it has yet to find out too."""
        moment = self._snapshot

        def spills(foe: Spot) -> tuple[Spilling, ...]:
            if self._snapshot is not moment:
                raise PastError("ask a view what could be thrown before anybody acts")
            return self._awake().view().spills_at(foe)

        self._view = None if view is None else attrs.evolve(view, spilling=spills)

    def _moment(self) -> SessionSnapshot:
        """Give what it is now; taken once, until it goes on."""
        if self._snapshot is None:
            self._snapshot = self._awake().snapshot()
        return self._snapshot

    def _awake(self) -> Session:
        """Give its session, which one that is at rest gets now."""
        if self._session is None:
            assert self._snapshot is not None
            self._session = Session.of_snapshot(self._snapshot)
        return self._session
