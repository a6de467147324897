"""A chain of a public randomness beacon (drand): which round follows a moment, what is genuine. Pure.

A round's signature is BLS over BLS12-381, in G1, of SHA-256(number of the round, 8 bytes big-endian); its
randomness is the SHA-256 of the signature. Source: drand's scheme bls-unchained-g1-rfc9380.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass

from py_arkworks_bls12381 import GT, G1Point, G2Point

SCHEME = "bls-unchained-g1-rfc9380"
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
DISCORD_EPOCH = 1_420_070_400_000
"""Milliseconds from 1970 to the first of Discord's ids."""


class BadRound(ValueError):
    """This is not the round that was asked for, or not of that chain; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A chain: its public key (96 bytes, G2, in hexadecimal), seconds between rounds, Unix time of round 1,
    and what else its hash is made of."""

    name: str
    public_key: str
    period: int
    genesis: int
    group_hash: str

    @property
    def hash(self) -> str:
        """The SHA-256 that names the chain, in hexadecimal."""
        head = struct.pack(">Iq", self.period, self.genesis)
        parts = head + bytes.fromhex(self.public_key) + bytes.fromhex(self.group_hash) + self.name.encode()
        return hashlib.sha256(parts).hexdigest()

    def round_after(self, moment: float) -> int:
        """The first round later than a Unix time in seconds.

        >>> QUICKNET.round_after(1692803367), QUICKNET.round_after(1692803366.9)
        (2, 1)
        """
        return max(1, int((moment - self.genesis) // self.period) + 2)

    def time_of(self, number: int) -> int:
        """The Unix time at which a round comes into being."""
        return self.genesis + (number - 1) * self.period


QUICKNET = Chain(
    name="quicknet",
    public_key="83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510"
    "d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    period=3,
    genesis=1692803367,
    group_hash="f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
)
"""The League of Entropy's chain of three seconds; independent organisations make its rounds together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round: its number, its signature (48 bytes)."""

    number: int
    signature: bytes

    @property
    def randomness(self) -> bytes:
        """What dice draw on."""
        return hashlib.sha256(self.signature).digest()


def posted_at(message: int) -> float:
    """When a Discord message was posted, by its id: Unix time in seconds."""
    return ((message >> 22) + DISCORD_EPOCH) / 1000


def check_signature(chain: Chain, round_: Round) -> None:
    """Raises BadRound unless the chain's own key has signed the round. Takes some milliseconds."""
    message = hashlib.sha256(struct.pack(">Q", round_.number)).digest()
    try:
        signature = G1Point.from_compressed_bytes(round_.signature)
        key = G2Point.from_compressed_bytes(bytes.fromhex(chain.public_key))
    except ValueError as error:
        raise BadRound(f"round {round_.number}: no point of the curve") from error
    if not GT.pairing_check([signature, -G1Point.hash_to_curve(message, DOMAIN)], [G2Point(), key]):
        raise BadRound(f"round {round_.number}: the chain's key has not signed it")
