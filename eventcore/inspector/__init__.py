"""The inspector: a journal of any simulation looked at on screen, turn by turn and event by event.

What there is to see is plain data, made by ``inspection`` and what it stands on; only ``app`` and
the files beside it that are widgets know Textual, which the extra ``inspect`` has.
"""
