"""Labels: the name that a player gave an item, followed by an inscription in braces.

``Inscribed`` and the intent ``Name`` hold both as one text: "Biter", "Biter {for the bridge}" or
"{@q1}". The displayed name of an item ends in its inscription too.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST_NAME: Final = 24
"""The maximum length of a name."""
LONGEST_INSCRIPTION: Final = 40
"""The maximum length of an inscription without its braces."""
_LABEL: Final = re.compile(r"(?:(?P<name>.*\S) )?\{(?P<inscription>[^{}\s](?:[^{}]*[^{}\s])?)\}")


def split_label(text: str) -> tuple[str, str]:
    """Split a label or a displayed name into the name and its inscription; either may be empty."""
    found = _LABEL.fullmatch(text)
    return (text, "") if found is None else (found["name"] or "", found["inscription"])


def label_of(name: str, inscription: str) -> str:
    """Join a name and an inscription; either may be empty."""
    return f"{name} {{{inscription}}}".lstrip() if inscription else name


def is_too_long(label: str) -> bool:
    """Return whether the name or the inscription in a label is too long."""
    name, inscription = split_label(label)
    return len(name) > LONGEST_NAME or len(inscription) > LONGEST_INSCRIPTION


def labelled(name: str, label: str) -> str:
    """Return the displayed name of an item with a label, which may be empty."""
    given, inscription = split_label(label)
    return label_of(f'{name} named "{given}"' if given else name, inscription)
