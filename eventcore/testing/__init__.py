"""The test kit: chains, timers, turns and journals under pytest.

Its fixtures are there wherever eventcore is installed, without an import: ``small_world``,
``probe`` and ``chain``. What else a test needs is imported from here.
"""

from eventcore.testing.answer import Answer
from eventcore.testing.coverage import HandlerCoverage
from eventcore.testing.drawing import Drawing
from eventcore.testing.fakes import RecordingObserver, ScriptedStream, stub
from eventcore.testing.plugin import MakeProbe, MakeWorld
from eventcore.testing.probe import Probe
from eventcore.testing.result import ProbeResult

__all__ = [
    "Answer",
    "Drawing",
    "HandlerCoverage",
    "MakeProbe",
    "MakeWorld",
    "Probe",
    "ProbeResult",
    "RecordingObserver",
    "ScriptedStream",
    "stub",
]
