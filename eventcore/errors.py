"""The errors that the library raises on purpose, with messages that say how to fix the problem."""

from eventcore.text import short_line


class EventcoreError(Exception):
    """The base class of all errors of this library."""


class RegistrationError(EventcoreError, TypeError):
    """A component class, event class, handler or argument is invalid."""


class DescriptionError(RegistrationError):
    """A simulation's ``name`` or ``summary`` raises an error or returns an invalid value."""


class DispatchError(EventcoreError, RuntimeError):
    """A call is not allowed at this point in a dispatch, or with this object."""


class CascadeError(EventcoreError, RecursionError):
    """Nested events exceed the depth limit. The message lists the last event and its causes."""


class StateError(EventcoreError, RuntimeError):
    """A handler changed state that it must not change. This error is raised only in debug mode."""


class CopyError(EventcoreError, TypeError):
    """A world or part of a world cannot be copied or pickled."""


class SaveError(EventcoreError, ValueError, TypeError):
    """A value cannot be saved, or a save cannot be loaded. Long messages are shortened."""

    def __init__(self, message: str) -> None:
        super().__init__(short_line(message))


class ScheduleError(EventcoreError, ValueError):
    """An event or actor cannot be scheduled with the given arguments."""


class TimerError(EventcoreError, ValueError):
    """A timer or a kind of timer has invalid values."""


class UnknownEntityError(EventcoreError, LookupError):
    """An entity does not exist, or has left the world."""


class MissingComponentError(EventcoreError, LookupError):
    """An entity does not have the requested component."""


class JournalError(EventcoreError, ValueError):
    """A journal cannot be read or written. Long messages are shortened.

    Attributes:
        line: The number of the line where reading stopped, counted from 1, or 0 if unknown.
        torn: Whether the file ends in the middle of a record.
    """

    def __init__(self, message: str, *, line: int = 0, torn: bool = False) -> None:
        super().__init__(short_line(message))
        self.line = line
        self.torn = torn


class RaisedError(JournalError):
    """A handler raised an error during the playback of a journal; ``__cause__`` is that error."""
