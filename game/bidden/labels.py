"""Labels: what somebody wrote on a single thing, a name and behind it, in braces, an inscription.

Both are one text, as ``Inscribed`` keeps it and the intent ``Name`` gives it: "Biter",
"Biter {for the bridge}" or "{@q1}". What a thing is called ends in its inscription as well.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST_NAME: Final = 24
"""How many characters a name has at the most."""
LONGEST_INSCRIPTION: Final = 40
"""How many characters an inscription has at the most, its braces not counted."""
_LABEL: Final = re.compile(r"(?:(?P<name>.*\S) )?\{(?P<inscription>[^{}\s](?:[^{}]*[^{}\s])?)\}")


def split_label(text: str) -> tuple[str, str]:
    """Part a label, or what a thing is called, from the inscription it ends in; empty for none."""
    found = _LABEL.fullmatch(text)
    return (text, "") if found is None else (found["name"] or "", found["inscription"])


def label_of(name: str, inscription: str) -> str:
    """Write a name and an inscription as one label; either may be empty."""
    return f"{name} {{{inscription}}}".lstrip() if inscription else name


def is_too_long(label: str) -> bool:
    """Say whether the name in a label, or its inscription, is longer than may be."""
    name, inscription = split_label(label)
    return len(name) > LONGEST_NAME or len(inscription) > LONGEST_INSCRIPTION


def labelled(name: str, label: str) -> str:
    """Give what a thing of a name is called that has a label; an empty one changes nothing."""
    given, inscription = split_label(label)
    return label_of(f'{name} named "{given}"' if given else name, inscription)
