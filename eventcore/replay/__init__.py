"""Record and replay: any simulation that performs intents, against its journal."""

from eventcore.replay.playback import Divergence, Playback, verify
from eventcore.replay.recorder import Recorder
from eventcore.replay.simulation import Simulation

__all__ = ["Divergence", "Playback", "Recorder", "Simulation", "verify"]
