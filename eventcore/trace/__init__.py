"""Tracing: what every handler did, for people who ask why."""

from eventcore.trace.tracer import Call, Tracer

__all__ = ["Call", "Tracer"]
