"""The test kit: chains, timers, turns and journals under pytest.

Its fixtures are there wherever eventcore is installed, without an import: ``small_world``,
``probe`` and ``chain``. What else a test needs is imported from here.
"""

from eventcore.testing.answer import Answer
from eventcore.testing.drawing import Drawing
from eventcore.testing.fakes import RecordingObserver, ScriptedStream, stub

__all__ = ["Answer", "Drawing", "RecordingObserver", "ScriptedStream", "stub"]
