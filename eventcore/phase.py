"""Phases: the named priorities at which the handlers of a chain run."""

from __future__ import annotations

from typing import Any, Final

from eventcore.errors import RegistrationError

COMMIT: Final = 400  # the commit line: from this priority on, handlers cannot refuse the event


class Phase(int):
    """A named priority. Chains and messages show its name instead of its number."""

    name: str

    def __new__(cls, name: str, priority: int) -> Phase:
        """Create a phase. Raise RegistrationError unless the priority is from 1 to 1000."""
        if type(name) is not str or not name or not is_priority(priority):
            raise RegistrationError(
                f"Phase({name!r}, {priority!r}): pass a name and a whole number from 1 to 1000"
            )
        phase = super().__new__(cls, priority)
        phase.name = name
        return phase

    def split(self, *names: str) -> tuple[Phase, ...]:
        """Create phases of your own within this standard phase, in the given order.

        ``WALLS, DOORS = VALIDATE.split("walls", "doors")`` creates the phases ``VALIDATE.walls``
        and ``VALIDATE.doors``. Handlers in these phases run after handlers at ``VALIDATE`` and
        before the next standard phase. Phases split from ``REACT`` come before ``REACT``.

        Raises:
            RegistrationError: The phase is not a standard phase, a name is given twice, or there
                are too many names.
        """
        if PHASES.get(self.name) is not self:
            raise RegistrationError(f"{self.name}.split(): only standard phases can be split")
        if {*map(type, names)} != {str} or "" in names or len({*names}) < len(names):
            raise RegistrationError(f"{self.name}.split{names!r}: pass different non-empty strings")
        start = min(int(self), 900)  # phases split from REACT come before it
        end = next(end for end in _ENDS if end > start)
        if len(names) >= end - start:
            raise RegistrationError(f"{self.name}.split(): pass at most {end - start - 1} names")
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
    return type(priority) in (int, Phase) and 1 <= priority <= 1000  # type: ignore[operator]  # it is an int


AIM: Final = Phase("AIM", 50)  # handlers choose the target, or replace the event
VALIDATE: Final = Phase("VALIDATE", 100)  # handlers refuse the event
MODIFY: Final = Phase("MODIFY", 300)  # handlers change amounts
RESOLVE: Final = Phase("RESOLVE", 500)  # handlers publish consequences, but do not change state
APPLY: Final = Phase("APPLY", 700)  # handlers change their own state and draw random numbers
REACT: Final = Phase("REACT", 1000)  # handlers respond to the changes

PHASES: Final = {phase.name: phase for phase in (AIM, VALIDATE, MODIFY, RESOLVE, APPLY, REACT)}

# ``split`` places its phases below the next of these priorities.
_ENDS: Final = (100, 300, COMMIT, 700, 900, 1000)


def standard_phase(priority: int) -> Phase:
    """Return the standard phase that a priority belongs to.

    A phase created by ``split`` belongs to the phase that was split. A number belongs to the last
    standard phase at or below it, with two exceptions: 1 to 49 belong to ``AIM``, and 400 to 499 to
    ``RESOLVE``.
    """
    named = PHASES.get(priority.name.partition(".")[0]) if isinstance(priority, Phase) else None
    if named is not None:
        return named
    if COMMIT <= priority < APPLY:
        return RESOLVE
    return next((phase for phase in reversed(PHASES.values()) if phase <= priority), AIM)


def describe(priority: int) -> str:
    """Return a priority as text, such as ``VALIDATE.walls``, ``APPLY 700`` or ``VALIDATE 110``."""
    if isinstance(priority, Phase) and PHASES.get(priority.name) is not priority:
        return priority.name
    return f"{standard_phase(priority).name} {int(priority)}"
