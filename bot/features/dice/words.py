"""Words that players add to the dice, and their seals: the SHA-256 that is posted before any is opened. Pure.

What is sealed and mixed in is the word with random digits after it: a seal does not tell a short word.
A player who does not trust the host gives only a seal of their own making, and opens it once words are
closed.
"""

from __future__ import annotations

import hashlib
import re

WORD = re.compile(r"[A-Za-z0-9_-]{1,32}")
"""A word given to the bot."""
KEPT = re.compile(r"[A-Za-z0-9_-]{1,100}")
"""A word that a player kept, as it was sealed."""
SEAL = re.compile(r"[0-9a-f]{64}")
RANDOM = re.compile(r"[0-9a-f]{16}")
"""A word that the bot made up; one given to it has a hyphen and random digits after it."""
NONCE_BYTES = 16
MOST = 24
"""Words mixed into the dice of a game: their seals stand in one post."""


def with_nonce(word: str, nonce: bytes) -> str:
    """A word as it is sealed."""
    return f"{word}-{nonce.hex()}"


def is_random(word: str) -> bool:
    """Whether the bot made up a word, for a player who gave none.

    >>> is_random("5b241ded05ab8591"), is_random(with_nonce("eagle", bytes(16)))
    (True, False)
    """
    return RANDOM.fullmatch(word) is not None


def seal(word: str) -> str:
    """The SHA-256 of a word, in hexadecimal."""
    return hashlib.sha256(word.encode()).hexdigest()
