"""Every error the library raises on purpose, each naming what to do about it."""

from eventcore.text import short_line


class EventcoreError(Exception):
    """The root of all errors of this library."""


class RegistrationError(EventcoreError, TypeError):
    """A handler, component or event is declared or attached in a way that cannot work."""


class DispatchError(EventcoreError, RuntimeError):
    """The world was asked for something that is not allowed at this point of a dispatch."""


class CascadeError(EventcoreError, RecursionError):
    """Events caused events beyond the depth limit; the message prints the cascade."""


class StateError(EventcoreError, RuntimeError):
    """Debug mode caught a change of state where nothing may change."""


class CopyError(EventcoreError, TypeError):
    """A world or a part of one was to be copied or pickled; the message says what to do instead."""


class SaveError(EventcoreError, ValueError):
    """What was saved cannot be loaded; the message says what is wrong with it.

    A message that quotes too much of what was saved is cut in its middle.
    """

    def __init__(self, message: str) -> None:
        super().__init__(short_line(message))


class ScheduleError(EventcoreError, ValueError):
    """The agenda was asked for what it cannot do."""


class TimerError(EventcoreError, ValueError):
    """A timer, or a kind of timer, is asked for that cannot be."""


class UnknownEntityError(EventcoreError, LookupError):
    """An entity was named that does not exist, or no longer does."""


class MissingComponentError(EventcoreError, LookupError):
    """An entity was asked for a component it does not have."""


class JournalError(EventcoreError, ValueError):
    """A journal cannot be read any further; the message says where and why.

    A message that quotes too much of the journal is cut in its middle.

    Attributes:
        line: The 1-based line the reader stopped at, or 0 where none applies.
        torn: True where the file merely ends in the middle of a record.
    """

    def __init__(self, message: str, *, line: int = 0, torn: bool = False) -> None:
        super().__init__(short_line(message))
        self.line = line
        self.torn = torn


class RaisedError(JournalError):
    """A handler raised an error while a journal was played back; its cause is that error."""
