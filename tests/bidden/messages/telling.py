"""What tests of messages share: what the player is told of events."""

from bidden.messages import MessageLog
from eventcore import Action, Change, Notice
from tests.bidden.scenes import Scene


def told(scene: Scene, *events: Action | Change | Notice) -> list[str]:
    """What the player is told of events, each line with its tone."""
    messages = MessageLog(scene.world, scene["@"])
    for event in events:
        scene.world.publish(event)
    return [f"{line.tone}: {line}" for line in messages.lines]
