"""Record and replay: any simulation that performs intents, against its journal."""

from eventcore.replay.events import EventLog, difference
from eventcore.replay.keyframes import Keyframe, Keyframes, keyframe_of, rules_of
from eventcore.replay.playback import Divergence, Playback, verify
from eventcore.replay.recorder import Recorder
from eventcore.replay.simulation import Restorable, Simulation, Source
from eventcore.replay.timeline import Timeline

__all__ = [
    "Divergence",
    "EventLog",
    "Keyframe",
    "Keyframes",
    "Playback",
    "Recorder",
    "Restorable",
    "Simulation",
    "Source",
    "Timeline",
    "difference",
    "keyframe_of",
    "rules_of",
    "verify",
]
