"""Events of records: something is achieved."""

from __future__ import annotations

from eventcore import Change, event


@event
class Achieve(Change):
    """Earn an achievement. Fails with ``"earned"`` for one that was earned before.

    Attributes:
        what: Which, by the name of its table in ``achievements.toml``.
        name: What it is called, set at AIM.
        about: What it is earned by, set at AIM.
    """

    what: str = ""
    name: str = ""
    about: str = ""
