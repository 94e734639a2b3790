"""Checks of Server and its events, most of them in debug mode only."""

import warnings
from bisect import insort
from functools import partial
from operator import attrgetter
from typing import Any, Final

from eventcore.dispatch.debug import place_of_call
from eventcore.errors import DispatchError
from eventcore.event import Event
from eventcore.phase import APPLY
from eventcore.time.scheduling import LIMIT, check_units

START: Final = APPLY.split("start")[0]  # after the APPLY handlers, which may draw service times
insert: Final = partial(insort, key=attrgetter("priority"))


def check_join(join: Any) -> None:
    """Raise a DispatchError if a Join has an invalid priority or patience."""
    if type(join.priority) is not int:  # faster than a call
        check_units("Join.priority", join.priority, 1 - LIMIT, DispatchError)
    if join.patience is not None:
        check_units("Join.patience", join.patience, 0, DispatchError)


def refuse_late(event: Event, read: dict[str, object], after: int, world: Any) -> None:
    """Raise a DispatchError if a field was changed later than at the priority ``after``."""
    get = object.__getattribute__  # in debug mode, handlers cannot read events that observers keep
    for name, value in read.items():
        if get(event, name) != value:
            kind: Any = event._declared_
            steps = world.plan(kind, *[get(event, role) for role in kind._roles_]).steps
            late = " or ".join([str(s.handler) for s in steps if s.handler.priority > after])
            what = f"{late or 'code'} set {kind.__name__}.{name} too late"
            raise DispatchError(f"{what}: set it at APPLY instead")


def warn_left(server: Any) -> None:
    """Warn that a server is leaving the world before its customers."""
    if left := sum(each.customer.alive for each in (*server.line, *server.serving)):
        what = f"{server.entity!r} leaves the world with {left} customers: serve or move them first"
        warnings.warn_explicit(what, RuntimeWarning, *place_of_call())
