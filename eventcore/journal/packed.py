"""Packed: a saved state as compressed text; from whoever that comes, it is no larger than so."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from zlib import compress, decompressobj
from zlib import error as NotPacked

from eventcore.errors import SaveError

_RATIO = 40
"""A saved state is no more than this many times its packed size: mostly it is some 5 times."""
_LEAST = 1 << 20
"""So many bytes a saved state may have in any case."""


def pack(state: bytes) -> str:
    """Return a saved state as compressed text."""
    return b64encode(compress(state)).decode()


def unpack(state: str) -> bytes:
    """Unpack the text of a saved state.

    Raises:
        SaveError: The text holds no packed state, or one larger than any may be.
    """
    try:
        unpacking, packed = decompressobj(), b64decode(state, validate=True)
        whole = unpacking.decompress(packed, max(_LEAST, _RATIO * len(packed)))
    except (NotBase64, NotPacked, ValueError) as error:
        raise SaveError(f"this is no saved state: {error}") from None
    if not unpacking.eof:
        raise SaveError("this is no saved state: it does not end, or is too large")
    return whole
