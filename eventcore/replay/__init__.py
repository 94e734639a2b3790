"""Record and replay: any simulation that performs intents, against its journal."""

from eventcore.replay.blame import Blame, FieldOrigins, blame_for
from eventcore.replay.comparison import Comparison, compare
from eventcore.replay.event_log import EventLog, divergence_of
from eventcore.replay.keyframes import Keyframe, Keyframes, keyframe_of, rules_of
from eventcore.replay.lockstep import Lockstep, LockstepDivergence
from eventcore.replay.playback import Divergence, Playback, verify
from eventcore.replay.recorder import Recorder
from eventcore.replay.segments import Segment, StateCheck, blame_in, state_after, verify_segments
from eventcore.replay.simulation import Restorable, Simulation, Source
from eventcore.replay.states import StateDivergence, divergent_paths
from eventcore.replay.timeline import Timeline

__all__ = [
    "Blame",
    "Comparison",
    "Divergence",
    "EventLog",
    "FieldOrigins",
    "Keyframe",
    "Keyframes",
    "Lockstep",
    "LockstepDivergence",
    "Playback",
    "Recorder",
    "Restorable",
    "Segment",
    "Simulation",
    "Source",
    "StateCheck",
    "StateDivergence",
    "Timeline",
    "blame_for",
    "blame_in",
    "compare",
    "divergence_of",
    "divergent_paths",
    "keyframe_of",
    "rules_of",
    "state_after",
    "verify",
    "verify_segments",
]
