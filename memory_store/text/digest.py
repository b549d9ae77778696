"""Short hashes that show whether bytes or texts have changed.

BLAKE2b (RFC 7693) without `hashlib`, whose import costs a third of a bare start. Not for secrets.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

_CHECK_BYTES = 8
_CONTENT_BYTES = 16


def of_bytes(content: bytes, size: int = _CHECK_BYTES) -> bytes:
    """Bytes that change when `content` does: 8 are enough against accident, not malice."""
    return blake2b(content, digest_size=size).digest()


def of_text(text: str) -> bytes:
    """8 bytes that stand for a text, lone surrogates and all."""
    return of_bytes(text.encode("utf-8", "surrogatepass"))


def of_content(text: str, purpose: bytes = b"") -> bytes:
    """A 16-byte digest of a text and its purpose: the key of a vector (RFC 7693)."""
    encoded = text.encode("utf-8", "surrogatepass")  # JSON may carry a lone surrogate
    return blake2b(encoded, digest_size=_CONTENT_BYTES, person=purpose).digest()
