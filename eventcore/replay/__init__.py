"""Record and replay: any simulation that performs intents, against its journal."""

from eventcore.replay.comparison import Comparison, compare
from eventcore.replay.event_log import ABSENT, EventLog
from eventcore.replay.keyframes import Keyframe, Keyframes, belongs, rules_of
from eventcore.replay.packed import unpack
from eventcore.replay.playback import Divergence, Playback, verify
from eventcore.replay.recorder import Recorder
from eventcore.replay.segments import Segment, verify_segments
from eventcore.replay.shrinking import (
    Check,
    Shrinking,
    crash_of,
    record_again,
    up_to_crash,
    up_to_divergence,
)
from eventcore.replay.simulation import Source, Variation
from eventcore.replay.states import divergent_paths
from eventcore.replay.timeline import Timeline
from eventcore.text import shorten

__all__ = [
    "ABSENT",
    "Check",
    "Comparison",
    "Divergence",
    "EventLog",
    "Keyframe",
    "Keyframes",
    "Playback",
    "Recorder",
    "Segment",
    "Shrinking",
    "Source",
    "Timeline",
    "Variation",
    "belongs",
    "compare",
    "crash_of",
    "divergent_paths",
    "record_again",
    "rules_of",
    "shorten",
    "unpack",
    "up_to_crash",
    "up_to_divergence",
    "verify",
    "verify_segments",
]
