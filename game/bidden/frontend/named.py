"""Front ends by name, as ``package:callable``."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter

from bidden.frontend.port import FrontEnd
from eventcore.tools import UsageError


def make_front_end(name: str) -> FrontEnd:
    """Create a front end with the callable that ``package:callable`` names.

    Raises:
        UsageError: The callable is missing, raises an error, or does not return a front end.
    """
    module, colon, place = name.partition(":")
    if not (module and colon and place):
        raise UsageError(f"--frontend {name}: use terminal, window or package:callable")
    try:
        made: FrontEnd = attrgetter(place)(import_module(module))()
    except Exception as error:  # the module may raise any error
        raise UsageError(f"--frontend {name}: {type(error).__name__}: {error}") from None
    lacking = [one for one in ("play", "replay", "welcome") if not hasattr(made, one)]
    if lacking:
        raise UsageError(f"--frontend {name} has no method {' or '.join(lacking)}")
    return made
