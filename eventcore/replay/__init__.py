"""Record and replay: any simulation that performs intents, against its journal."""

from eventcore.replay.blame import Authors, Blame, blame_for
from eventcore.replay.comparison import Parting, compare
from eventcore.replay.event_log import EventLog, difference
from eventcore.replay.keyframes import Keyframe, Keyframes, keyframe_of, rules_of
from eventcore.replay.lockstep import Fork, Twins
from eventcore.replay.playback import Divergence, Playback, verify
from eventcore.replay.recorder import Recorder
from eventcore.replay.segments import Kept, Segment, blame_in, state_after, verify_segments
from eventcore.replay.simulation import Restorable, Simulation, Source
from eventcore.replay.states import Difference, different_paths
from eventcore.replay.timeline import Timeline

__all__ = [
    "Authors",
    "Blame",
    "Difference",
    "Divergence",
    "EventLog",
    "Fork",
    "Kept",
    "Keyframe",
    "Keyframes",
    "Parting",
    "Playback",
    "Recorder",
    "Restorable",
    "Segment",
    "Simulation",
    "Source",
    "Timeline",
    "Twins",
    "blame_for",
    "blame_in",
    "compare",
    "difference",
    "different_paths",
    "keyframe_of",
    "rules_of",
    "state_after",
    "verify",
    "verify_segments",
]
