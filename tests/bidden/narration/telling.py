"""Collect the messages that events produce."""

from __future__ import annotations

from bidden.narration import NARRATIONS, Witness
from bidden.session import Session
from eventcore import Action, Change, Notice
from tests.bidden.scenes import Scene


def log_of(scene: Scene) -> Witness:
    """Return a message log that observes a scene."""
    log = Witness(scene.world, scene["@"])
    log.observe(NARRATIONS)
    return log


def told(scene: Scene, *events: Action | Change | Notice) -> list[str]:
    """Publish events in a scene, and return the resulting messages with their tones."""
    messages = log_of(scene)
    for event in events:
        scene.world.publish(event)
    return [f"{line.tone}: {line}" for line in messages.lines]


def told_in(session: Session, since: int = 0) -> list[str]:
    """Return a game's messages after the first ones, each with its tone."""
    return [f"{line.tone}: {line}" for line in [*session.messages.lines][since:]]
