"""Record the intents of any simulation in a journal, and replay the journal."""

from eventcore.replay.continuation import Continuation
from eventcore.replay.event_log import EventLog
from eventcore.replay.keyframes import Keyframes
from eventcore.replay.playback import verify
from eventcore.replay.recorder import Recorder
from eventcore.replay.simulation import Source
from eventcore.replay.timeline import Timeline

__all__ = ["Continuation", "EventLog", "Keyframes", "Recorder", "Source", "Timeline", "verify"]
