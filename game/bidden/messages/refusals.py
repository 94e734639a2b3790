"""Refusals in words, by their reason codes."""

from __future__ import annotations

from typing import Final

_REFUSALS: Final = {
    "wall": "There is {walls} in the way.",
    "door": "The door is shut.",
    "locked": "The door is locked.",
    "one way": "It lets nobody in from this side.",
    "occupied": "Something is in the way.",
    "no door": "There is no door.",
    "shut": "The door is shut already.",
    "open": "The door is open already.",
    "far": "That is out of reach.",
    "no boon": "You carry no boon.",
    "no uses": "Your boon is used up.",
    "no wall": "There is no wall to pass through.",
    "beside": "They are beside you already.",
    "no other boon": "You carry no other boon.",
    "warped": "Your boon is warped so already.",
    "no way": "That is no direction.",
    "nothing": "Nothing happens.",
    "unhandled": "Nothing happens.",
    "nothing seen": "Nothing that you can see happens.",
    "paralysed": "You cannot move.",
    "blind": "You cannot see to read.",
    "blocked": "The stair is blocked.",
    "no thing": "You hold no such thing.",
    "nothing here": "There is nothing here to pick up.",
    "held": "Somebody holds that.",
    "full pack": "You cannot hold any more; put something down first.",
    "worn": "You wear that already.",
    "not worn": "You do not wear that.",
    "nobody near": "No enemy is close enough.",
    "nobody around": "Nobody is near enough.",
    "nobody there": "There is nobody there.",
    "no aim": "That has to be aimed at something.",
    "out of sight": "You cannot see that place.",
    "out of range": "That is too far away.",
    "not free": "There is no room to stand there.",
    "aim": "With that wound you cannot aim so far.",
    "no bow": "You wield nothing to shoot with.",
    "hand": "That takes two sound hands.",
    "no missile": "You hold nothing that it shoots.",
    "no trap": "There is no trap that you know of.",
    "web": "You are caught in a web.",
    "known by heart": "You know all that is in it.",
    "no breath": "You have no breath for that.",
    "no knack": "You have no such knack.",
    "silenced": "No word comes over your lips.",
    "no spell": "You know no such spell.",
    "no spells": "You know no spells.",
    "no mana": "You have not enough mana.",
    "long": "That is too long a name.",
    "no name": "That is no name.",
    "no words": "That cannot be engraved.",
    "many words": "That is too much to engrave.",
    "no floor": "Nothing can be engraved here.",
    "known": "You know what that is.",
    "nobody serves": "Nobody who serves you can hear it.",
    "no offer": "Nobody offers you such a binding.",
    "bound": "You are bound, and your task is not done.",
    "not due": "You have yet to learn more.",
    "no such option": "You cannot become better at that.",
    "good enough": "You cannot become better at that any more.",
}
"""What the player is told of a refusal, by reason code; of others, nothing."""


def refusal_of(reason: str, walls: str = "a wall") -> str:
    """Give what the player is told of a refusal; empty for some.

    Args:
        reason: Its code.
        walls: What the walls are where it was refused, as in "a tree".
    """
    return _REFUSALS.get(reason, "").replace("{walls}", walls)
