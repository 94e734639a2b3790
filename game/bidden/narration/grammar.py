"""Grammar: fill the sentences of ``words/*.toml`` with nouns, numbers and verbs that agree.

In braces stands the name of a role, a field or a value:

- ``{target}``: the noun with its article, "the zombie"; of the player "you".
- ``{a item}``, ``{bare item}``, ``{some item}``: "a rock", "rock", and with its number "12 rocks".
- ``{target's}``: "your", "the zombie's".
- ``{Target}``, ``{A item}``: the same with a capital.
- ``{hit|hits}``: the first after "you" and after many, the second after one, by the last noun or
  number before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import attrs

from bidden.state import a_thing, counted, enumerated, the_thing, with_comma
from bidden.text import capitalised

__all__ = ["SOMETHING", "YOU", "Noun", "a_thing", "capitalised", "enumerated", "fill", "with_comma"]

_SLOT: Final = re.compile(r"\{([^{}]+)\}")


@attrs.frozen
class Noun:
    """A name in a sentence. An ``exact`` one, like "you", never takes an article."""

    name: str
    count: int = 1
    exact: bool = False

    def form(self, article: str) -> str:
        """Return the noun with an article: ``the``, ``a``, ``some`` (its number) or ``bare``."""
        if self.exact or article == "bare":
            return self.name
        if article == "some" and not self.name.endswith(" of the summoner"):  # unique
            return counted(self.name, self.count)
        return a_thing(self.name) if article == "a" else the_thing(self.name)


YOU: Final = Noun("you", exact=True)
SOMETHING: Final = Noun("something", exact=True)


def fill(template: str, value: Callable[[str], object]) -> str:
    """Fill a template. ``value`` returns the noun, the number or the text of a name.

    A text takes no article unless the template gives it one. A champion's title ends with a comma.
    If two slots have the same noun, the second one is "another".
    """
    plural, said = False, dict[str, str]()

    def slot(match: re.Match[str]) -> str:
        nonlocal plural
        text = match[1]
        article, _, name = text.lower().rpartition(" ")
        given = text if "|" in text else value(name.removesuffix("'s"))
        if isinstance(given, int):
            plural = given != 1
            return f"{given:,}"
        if isinstance(given, str) and "|" in given:
            return given.split("|")[0 if plural else 1]
        if not isinstance(given, Noun):
            given, article = Noun(str(given)), article or "bare"
            plural = given.name.endswith("s") and not given.name.endswith(("as", "ss"))
        else:
            plural = given == YOU or (article == "some" and given.count > 1)
        words, rest = given.form(article or "the"), match.string[match.end() :][:2]
        if words in said and said[words] != name.removesuffix("'s"):
            words = re.sub("^(the|your) ", "another ", words)
        said.setdefault(words, name.removesuffix("'s"))
        rest = "'s" if name.endswith("'s") else rest
        words = with_comma(words + rest, words).removesuffix(rest)
        if name.endswith("'s"):
            words = "your" if words == "you" else f"{words}'{'' if words.endswith('s') else 's'}"
        return capitalised(words) if text[0].isupper() else words

    return _SLOT.sub(slot, template)
