"""Decoding: an intent is given back from what a record of a journal has of it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

import attrs
import msgspec

from bidden.intents import INTENTS, Intent
from eventcore import JournalError
from eventcore.replay import shorten


def decode_intent(name: str, version: int, data: bytes) -> Intent:
    """Give an intent back from a record.

    Args:
        name: What it is called.
        version: That of its fields.
        data: These, in JSON.

    Raises:
        JournalError: The game has no such intent, or its fields are wrong.
    """
    kind = INTENTS.get(name)
    if kind is None:
        raise JournalError(f"there is no intent {shorten(repr(name))} in this game")
    if version != kind.version:
        raise JournalError(f"{name} has version {version}, and this game knows {kind.version}")
    try:
        fields = msgspec.json.decode(data, type=dict[str, Any])
        intent = msgspec.convert(fields, kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise JournalError(f"{name}: {error}") from None
    known = _names_of(kind)  # type: ignore[arg-type]  # a class has a hash, whatever it is of
    for field in fields:
        if field not in known:
            raise JournalError(f"{name}: has no field {shorten(repr(field))} in this game")
    return intent


@cache
def _names_of(kind: type) -> Collection[str]:
    """Name the fields of an intent; each record that is played asks."""
    return attrs.fields_dict(kind)
