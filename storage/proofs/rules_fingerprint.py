"""Which rules a program plays by: entries carry it, so that a proof puts orders only to the referee who once
decided them."""

from __future__ import annotations

import hashlib
import secrets
from functools import cache
from pathlib import Path

import engine


@cache
def rules_fingerprint() -> str:
    """12 hexadecimal digits: a hash of the engine's source. Installed without its source, a program knows
    only the entries of its own process."""
    folder = Path(engine.__file__).parent
    digest = hashlib.sha256()
    sources = sorted(folder.rglob("*.py"))
    for path in sources:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12] if sources else secrets.token_hex(6)
