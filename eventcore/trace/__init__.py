"""Tracing: what every handler did, for people who ask why."""

from eventcore.trace.chrome import trace_events
from eventcore.trace.mermaid import sequence_diagram
from eventcore.trace.span import Span
from eventcore.trace.text import chain_lines, story, tree_lines
from eventcore.trace.tracer import Tracer
from eventcore.trace.tree import Tree
from eventcore.trace.values import Namer

__all__ = [
    "Namer",
    "Span",
    "Tracer",
    "Tree",
    "chain_lines",
    "sequence_diagram",
    "story",
    "trace_events",
    "tree_lines",
]
