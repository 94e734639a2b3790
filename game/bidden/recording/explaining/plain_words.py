"""Plain words: of each type of event the sentence that tells of it, in the past, by its fields.

In braces stand roles, as "you" and "the zombie", with ``'s`` as "your" and "the zombie's", with
``was`` as "you were" and "the zombie was", and fields of the event as they were in the end. A
sentence that needs more is made by a function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bidden.recording.explaining.span_words import SpanWords
from bidden.state import a_thing

Sentence: TypeAlias = str | Callable[[SpanWords], str]


def _blow(words: SpanWords) -> str:
    return _with_the_least(words, "{enactor} struck at {target} with {}")


def _shot(words: SpanWords) -> str:
    return words.with_changes("{enactor} shot at {struck} with {}", "strength")


def _throw(words: SpanWords) -> str:
    return words.with_changes("{enactor} threw {item} with {}", "strength")


def _impact(words: SpanWords) -> str:
    return _with_the_least(words, "it flew at {target} with {}")


def _with_the_least(words: SpanWords, template: str) -> str:
    """Tell of a strength; where all of it was stopped also that a hit point is lost still."""
    told = words.with_changes(template, "strength")
    stopped = not words.refused and words.number("strength") <= 0
    return f"{told}; what hits costs 1 at the least" if stopped else told


def _harm(words: SpanWords) -> str:
    source = words.text("source")
    said = words.fill(f"{source}{_setter(words)} cost {{target}}" if source else "{target} lost")
    dealt = words.number("dealt")
    text = f"{said} {dealt} hit point{'' if dealt == 1 else 's'}"
    if not words.number("sure") and words.number("strength") > dealt:
        text += f", of up to {words.number('strength')}"
    hp = words.left("Health.hp")
    left = [] if hp is None else [f"{hp or 'none'} left"]
    return "; ".join([text, *words.parts("strength"), *left])


def _setter(words: SpanWords) -> str:
    """Say who set the fire that somebody stood in; empty where nobody did, and of other harm."""
    stood_in_it = words.text("source") == "fire" and words.cause in ("Burn", "Move", "Arrive")
    nobody = words.text("enactor") in ("the world", "something")
    return words.fill(" that {enactor} set") if stood_in_it and not nobody else ""


def _kindling(words: SpanWords) -> str:
    """Tell who or what set something alight; of a tile the first of these that is to be known."""
    what = words.text("kind") or "what lay there"
    if words.cause == "Burn":
        return f"fire leapt to {what}"
    if words.text("enactor") not in ("the world", "something"):
        return words.fill(f"{{enactor}} set {what} alight")
    by = {"Tick": "embers beside it", "Burst": "the flash"}.get(words.cause, "fire")
    return f"{by} set {what} alight"


def _death(words: SpanWords) -> str:
    return words.fill("{target} died of {source}" if words.text("source") else "{target} died")


def _wound(words: SpanWords) -> str:
    how = "outright, by the blow itself" if words.cause == "Hit" else "outright"
    how = "instead of dying" if words.number("emptied") else how
    said, count = words.fill("{target} took a wound ({kind})"), words.number("wounds")
    if words.number("deadly"):
        return f"{said}: number {count}, one too many"
    return f"{said} {how}: {count} by now"


def _block(words: SpanWords) -> str:
    return words.fill(
        "{target} blocked it" if words.number("stopped") else "{target} did not block it"
    )


def _affect(words: SpanWords) -> str:
    if words.refused or not words.number("applied"):
        return words.fill("{effect} did nothing to {target}") if words.refused != "immune" else ""
    turns = words.number("turns")
    long = "1 turn" if turns == 1 else "{turns} turns"
    return words.fill(f"{{effect}} came upon {{target}} for {long}") if turns else ""


def _moment(words: SpanWords) -> str:
    match words.text("moment"):
        case "tick":
            return words.fill("{effect} worked on {enactor}")
        case "half":
            return words.fill("{effect} had lasted half its time on {enactor}")
        case "end":
            return words.fill("{effect} wore off {enactor}")
    return ""


def _appearance(words: SpanWords) -> str:
    what = words.text("what")
    body = what.removesuffix(" of yours")
    return f"your {body} was left" if body != what else f"{a_thing(what)} appeared"


def _gained(what: str) -> Callable[[SpanWords], str]:
    def told(words: SpanWords) -> str:
        count = words.number("gained")
        did = "gained" if count > 0 else "lost"
        unit = what.removesuffix("s") if abs(count) == 1 else what
        return f"{words.fill('{target}')} {did} {abs(count)} {unit}" if count else ""

    return told


def _search(words: SpanWords) -> str:
    return words.fill("{enactor} searched")


def _rouse(words: SpanWords) -> str:
    return words.fill("{target} woke" if words.number("woke") else "{target} noticed {enactor}")


SENTENCES: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "Achieve": "{enactor} achieved {name}",
        "Affect": _affect,
        "Alarm": "{enactor} gave the alarm",
        "Attack": _blow,
        "BecomeChampion": "{target was} made a champion",
        "Bid": "{enactor} called: {word}",
        "Bind": "{enactor} took a binding",
        "Blink": "{target was} somewhere else at once",
        "Block": _block,
        "Crack": "{item} cracked in {target's} hands",
        "Break": "{item} broke in {target's} hands",
        "BreakPeace": "{target was} at peace with {enactor} no longer",
        "Breathe": "{enactor} breathed",
        "BurnDown": "{door} burned down",
        "BurnTheBound": "the bond burned {target}",
        "Burst": "{kind} burst",
        "Call": "{target was} called",
        "Cast": "{enactor} cast {spell}",
        "ChangeMana": _gained("mana"),
        "Climb": "{enactor} took a stair",
        "Close": "{enactor} closed {door}",
        "ComeAfter": "somebody came after {target}",
        "Deliver": "{enactor} delivered {thing}",
        "Die": _death,
        "Disarm": "{enactor} worked on a trap",
        "Displace": "{target was} moved",
        "DrawFrom": "{enactor} drew from {source}",
        "Drop": "{enactor} dropped {item}",
        "Earn": "{target} learned from it: {points} points",
        "Eat": "{enactor} ate {item}",
        "EffectMoment": _moment,
        "Engrave": "{enactor} engraved words",
        "Erupt": "{who} {seen}",
        "Fall": "{enactor} fell",
        "Feed": _gained("food"),
        "FeelWatched": "{enactor} felt watched",
        "FeelTheTerm": "{enactor} felt the bond",
        "Find": "{enactor} noticed {thing}",
        "Follow": "{enactor} followed {target}",
        "Fulfil": "{target's} task was done",
        "Gain": _gained("points"),
        "GainUses": "{target} could use boons more often",
        "GiveUp": "{enactor} gave up",
        "Heal": _gained("hit points"),
        "Heed": "{target} heeded: {word}",
        "Ignite": _kindling,
        "Impact": _impact,
        "Improve": "{enactor} improved: {option}",
        "Inhale": "{enactor} drew breath",
        "Learn": "{target} learned what {what} is",
        "LearnSpell": "{target} learned {spell}",
        "Maim": "{target was} maimed",
        "Melt": "the wall melted",
        "Mend": "{target's} last wound closed",
        "Move": "{enactor} moved",
        "Obey": "{enactor} did what another mind wanted",
        "Open": "{enactor} opened {door}",
        "PickUp": "{enactor} picked up {item}",
        "Pour": "{kind} was poured out",
        "PutOn": "{enactor} put on {item}",
        "Quaff": "{enactor} drank {item}",
        "RaiseDead": "{enactor} raised the dead",
        "Read": "{enactor} read {item}",
        "Refill": _gained("hit points"),
        "Rouse": _rouse,
        "Search": _search,
        "Sever": "{target was} cut off",
        "Shoot": _shot,
        "Shove": "{target was} pushed",
        "Spawn": _appearance,
        "Spring": "{trap} sprang under {target}",
        "Sprout": "something sprouted",
        "StayBehind": "{enactor} stayed behind",
        "Steal": "{enactor} stole {item}",
        "Study": "{target} read a page",
        "Stumble": "{enactor} stumbled",
        "Suffer": _harm,
        "Summon": "{enactor} summoned {what}",
        "Sunder": "{target} fell apart",
        "Swap": "{enactor} and {target} changed places",
        "SwitchBoon": "{enactor} made the other boon the active one",
        "TakeDamage": _harm,
        "TakeFright": "{enactor} took fright",
        "TakeOff": "{enactor} took off {item}",
        "TakeUpTrail": "{enactor} took up the trail of {target}",
        "Talk": "{enactor} talked with {target}",
        "Throw": _throw,
        "TurnBack": "the blow was turned back on {target}",
        "Unmask": "{enactor was} no {seemed}",
        "UseBoon": "{enactor} used the boon {boon}",
        "UseKnack": "{enactor} used a knack",
        "Vanish": "{enactor} could not be seen any more",
        "Reappear": "{enactor} could be seen again",
        "Wait": "{enactor} waited",
        "Warp": "{target's} boon was warped: {warp}",
        "Win": "{enactor} won",
        "Wound": _wound,
    }
)
"""By type of event its sentence; one that comes out empty is not told."""

_SILENT: Final = """
    Arrive BeginGame BeginScenario Burn Crouch Distinguish Drift Flow GoOut Hit Imitate
    InstantEffect Join Lay Leave Lessen LetGo LetPass LightUp Live LiveOn LookAround MakeLevel
    Name Noise Pose ReceiveBoons Release RiseUp Show Speak SpendTime StartTimer
    StartWearing StopTimer StopWearing TakeTurn Tell Tick Transfuse Topple Use UseUp
    ChangeTimer ExtendTimer Freeze Observing Thaw
"""

SILENT: Final = frozenset(_SILENT.split())
"""Types of events that are told of by what they lead to, or by what led to them."""
