"""Transport compression of the gateway: one stream for a socket, flushed after every frame."""

import importlib
import zlib
from collections.abc import Callable

Compressor = Callable[[bytes], bytes | None]


def compressor(method: str | None) -> Compressor:
    """Packs frames as asked in ?compress=; one that gives None means: send plain text."""
    if method == "zlib-stream":
        return _zlib()
    if method == "zstd-stream":
        return _zstandard()
    return lambda frame: None


def _zlib() -> Compressor:
    stream = zlib.compressobj()
    return lambda frame: stream.compress(frame) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstandard() -> Compressor:
    try:
        zstandard = importlib.import_module("zstandard")
    except ImportError:
        return lambda frame: None
    stream = zstandard.ZstdCompressor().compressobj()

    def pack(frame: bytes) -> bytes | None:
        packed: bytes = stream.compress(frame) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
        return packed

    return pack
