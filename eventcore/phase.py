"""Phases: the named priorities at which the handlers of a chain run."""

from __future__ import annotations

from typing import Any, Final

from eventcore.errors import RegistrationError

COMMIT: Final = 400
"""The commit line: from this priority on, an event cannot fail."""


class Phase(int):
    """A named priority from 1 to 1000. Low priorities run first. Chains and messages show the name.

    ``Phase("VALIDATE.walls", 110)`` names a priority of your own; ``split`` names several.
    """

    name: str

    def __new__(cls, name: str, priority: int) -> Phase:
        """Create a named priority; raise RegistrationError if it is not from 1 to 1000."""
        if type(name) is not str or not name:
            raise RegistrationError(f"Phase({name!r}, …): the name must be a str that is not empty")
        if not is_priority(priority):
            raise RegistrationError(
                f"Phase({name!r}, {priority!r}): the priority must be a whole number from 1 to 1000"
            )
        phase = super().__new__(cls, priority)
        phase.name = name
        return phase

    def split(self, *names: str) -> tuple[Phase, ...]:
        """Create phases of your own within this standard phase, in the order they run.

        ``WALLS, DOORS = VALIDATE.split("walls", "doors")`` makes the phases ``VALIDATE.walls`` and
        ``VALIDATE.doors``. They run after handlers at ``VALIDATE`` itself and before the next
        phase. Phases split from ``REACT`` run before ``REACT``, because it has the last priority.

        Raises:
            RegistrationError: The phase is not a standard phase, a name is given twice, or there
                are too many names.
        """
        if PHASES.get(self.name) is not self:
            raise RegistrationError(
                f"{self.name}.split(): only a standard phase, such as APPLY, can be split"
            )
        if len(set(names)) < len(names):
            raise RegistrationError(f"{self.name}.split{names!r}: name each phase once")
        start, end = _SPANS[self.name]
        if len(names) >= end - start:
            room = end - start - 1
            raise RegistrationError(
                f"{self.name}.split() has room for {room} names, not {len(names)}"
            )
        return tuple(
            Phase(f"{self.name}.{name}", start + (end - start) * place // (len(names) + 1))
            for place, name in enumerate(names, 1)
        )

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.name, int(self)

    def __repr__(self) -> str:
        return self.name


def is_priority(priority: object) -> bool:
    """Return whether an object is a whole number from 1 to 1000."""
    return type(priority) in (int, Phase) and 1 <= priority <= 1000  # type: ignore[operator]  # an int


AIM: Final = Phase("AIM", 50)
"""Choose the target, or replace the event."""
VALIDATE: Final = Phase("VALIDATE", 100)
"""Refuse the event: walls, paralysis, a curse."""
MODIFY: Final = Phase("MODIFY", 300)
"""Change amounts: armour, weakness, blessing."""
RESOLVE: Final = Phase("RESOLVE", 500)
"""Publish consequences, but change nothing yourself."""
APPLY: Final = Phase("APPLY", 700)
"""Change your own state, and draw random numbers."""
REACT: Final = Phase("REACT", 1000)
"""Respond to what was applied: award experience, drop the things of the dead."""

PHASES: Final = {phase.name: phase for phase in (AIM, VALIDATE, MODIFY, RESOLVE, APPLY, REACT)}

# For each standard phase, ``split`` places phases between these priorities.
_SPANS: Final = dict(
    zip(
        PHASES,
        [(50, 100), (100, 300), (300, 400), (500, 700), (700, 900), (900, 1000)],
        strict=True,
    )
)


def standard_phase(priority: int) -> Phase:
    """Return the standard phase of a priority.

    A phase made by ``split`` belongs to the phase that was split. A number belongs to the last
    standard phase at or below it. But 400 to 499, after the commit line, belong to ``RESOLVE``.
    """
    named = PHASES.get(priority.name.partition(".")[0]) if isinstance(priority, Phase) else None
    if named is not None:
        return named
    if COMMIT <= priority < APPLY:
        return RESOLVE
    return next((phase for phase in reversed(PHASES.values()) if phase <= priority), AIM)


def describe(priority: int) -> str:
    """Return a priority as text: ``VALIDATE.walls``, ``APPLY 700`` or ``VALIDATE 110``."""
    if isinstance(priority, Phase) and PHASES.get(priority.name) is not priority:
        return priority.name
    return f"{standard_phase(priority).name} {int(priority)}"
