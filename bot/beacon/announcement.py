"""What an announced order is, in a text of which only the SHA-256 is posted before its dice. Pure."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def fixed(game: int, number: int, side: str, order: Any, nonce: bytes, twin: int = 0) -> str:
    """The text: game, number of the announcement, side and order (JSON), and a secret nonce, so that no one
    finds the order by trying. It names both games of a duplicate pair, which draw on the same round."""
    about: dict[str, Any] = {"number": number, "side": side, "order": order, "nonce": nonce.hex()}
    about |= {"games": sorted((game, twin))} if twin else {"game": game}
    return json.dumps(about, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def seal(text: str) -> str:
    """The SHA-256 of a text, in hexadecimal: what is posted of it."""
    return hashlib.sha256(text.encode()).hexdigest()
