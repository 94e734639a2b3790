"""What the player is told of events, for tests of messages."""

from __future__ import annotations

from bidden.narration import MessageLog
from bidden.session import Session
from eventcore import Action, Change, Notice
from tests.bidden.scenes import Scene


def told(scene: Scene, *events: Action | Change | Notice) -> list[str]:
    """Publish events in a scene, and return what the player is told, each line with its tone."""
    messages = MessageLog(scene.world, scene["@"])
    for event in events:
        scene.world.publish(event)
    return [f"{line.tone}: {line}" for line in messages.lines]


def told_in(session: Session, since: int = 0) -> list[str]:
    """Return what the player was told in a game after the first lines, each with its tone."""
    return [f"{line.tone}: {line}" for line in [*session.messages.lines][since:]]
