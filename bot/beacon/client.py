"""Rounds of a public beacon, over HTTP from any of several relays (drand's HTTP API, version 1).

A relay is not trusted: what it sends is checked with the chain's key.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any

import aiohttp

from bot.beacon.rounds import QUICKNET, SCHEME, BadRound, Chain, Round, check_signature
from bot.runtime.worker_threads import in_thread

log = logging.getLogger(__name__)

RELAYS = (
    "https://api.drand.sh",
    "https://drand.cloudflare.com",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
)
"""Relays of the League of Entropy and of Cloudflare."""
LARGEST = 10_000
"""Bytes of an answer: a round has some 300."""
WITHIN = 5.0
"""Seconds for one relay."""
TROUBLE = (aiohttp.ClientError, OSError, TimeoutError, ValueError)


class NoRound(ConnectionError):
    """No relay has given the round; the text says what each said."""


class BeaconClient:
    """Asks relays for rounds of a chain, the one that answered last first, each for so many seconds."""

    def __init__(
        self, chain: Chain = QUICKNET, relays: Sequence[str] = RELAYS, within: float = WITHIN
    ) -> None:
        self.chain = chain
        self._relays = [relay.rstrip("/") for relay in relays]
        self._timeout = aiohttp.ClientTimeout(total=within)
        self._session: aiohttp.ClientSession | None = None

    async def fetch(self, number: int) -> Round:
        """A round, checked. Raises NoRound where no relay has it now."""
        said = []
        for relay in tuple(self._relays):
            try:
                round_ = _read(await self._get(f"{relay}/{self.chain.hash}/public/{number}"), number)
                await in_thread(check_signature, self.chain, round_)
            except TROUBLE as error:
                said.append(f"{relay}: {_why(error)}")
                if isinstance(error, BadRound):
                    log.error("the beacon's relay %s sends what is not genuine: %s", relay, error)
                continue
            self._relays.remove(relay)
            self._relays.insert(0, relay)
            return round_
        raise NoRound(f"round {number}: {'; '.join(said) or 'no relay is set'}")

    async def check_relays(self) -> list[tuple[str, str]]:
        """What is wrong with each relay, "" where it serves the chain."""
        relays = tuple(self._relays)
        return list(zip(relays, await asyncio.gather(*map(self._fault, relays)), strict=True))

    async def _fault(self, relay: str) -> str:
        try:
            about = await self._get(f"{relay}/{self.chain.hash}/info")
        except TROUBLE as error:
            return _why(error)
        expected = {
            "hash": self.chain.hash,
            "public_key": self.chain.public_key,
            "period": self.chain.period,
            "genesis_time": self.chain.genesis,
            "schemeID": SCHEME,
        }
        other = [name for name, value in expected.items() if about.get(name) != value]
        return f"another chain: {', '.join(other)}" if other else ""

    async def _get(self, url: str) -> dict[str, Any]:
        """The JSON object at an address. Raises what TROUBLE holds."""
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=self._timeout)
        async with self._session.get(url) as answer:
            answer.raise_for_status()
            text = await answer.content.read(LARGEST)
        value = json.loads(text)
        if not isinstance(value, dict):
            raise ValueError("no JSON object")
        return value

    async def close(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()


def _read(answer: dict[str, Any], number: int) -> Round:
    """The round in an answer. Raises BadRound for another than was asked for."""
    if answer.get("round") != number or not isinstance(answer.get("signature"), str):
        raise BadRound(f"asked for round {number}, got {str(answer.get('round'))[:20]}")
    round_ = Round(number=number, signature=bytes.fromhex(answer["signature"]))
    if answer.get("randomness", round_.randomness.hex()) != round_.randomness.hex():
        raise BadRound(f"round {number}: its randomness is not the SHA-256 of its signature")
    return round_


def _why(error: Exception) -> str:
    """An error in a few words."""
    if isinstance(error, aiohttp.ClientResponseError):
        return f"HTTP {error.status}"
    return str(error)[:120] or type(error).__name__
