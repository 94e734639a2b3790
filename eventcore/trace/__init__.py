"""Trace what every handler does, to explain why something happened."""

from eventcore.trace.span import Span
from eventcore.trace.tracer import Tracer
from eventcore.trace.tree import Tree

__all__ = ["Span", "Tracer", "Tree"]
