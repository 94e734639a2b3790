"""Tracing: what every handler did, for people who ask why."""

from eventcore.trace.span import Span
from eventcore.trace.tracer import Tracer
from eventcore.trace.tree import Tree

__all__ = ["Span", "Tracer", "Tree"]
