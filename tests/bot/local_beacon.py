"""A beacon for tests, with a key of its own: it speaks drand's HTTP protocol and signs what it sends."""

from __future__ import annotations

import hashlib
import struct
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from aiohttp import web
from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from bot.beacon.client import BeaconClient
from bot.beacon.rounds import DOMAIN, SCHEME, Chain, Round


def scalar(secret: bytes) -> Scalar:
    return Scalar.from_be_bytes_mod_order(hashlib.sha256(secret).digest())


def chain_of(secret: bytes, name: str = "test", age: int = 100_000) -> Chain:
    """A chain with a round a second, begun so many seconds ago."""
    key = bytes((G2Point() * scalar(secret)).to_compressed_bytes()).hex()
    group = hashlib.sha256(name.encode()).hexdigest()
    return Chain(name=name, public_key=key, period=1, genesis=int(time.time()) - age, group_hash=group)


def signed(secret: bytes, number: int) -> Round:
    """A round with its signature."""
    message = hashlib.sha256(struct.pack(">Q", number)).digest()
    point = G1Point.hash_to_curve(message, DOMAIN) * scalar(secret)
    return Round(number=number, signature=bytes(point.to_compressed_bytes()))


class LocalBeacon:
    """A relay of a chain of its own. `down`: it answers that it cannot; `forge` changes what it sends; its
    clock is so many seconds `ahead`, as that of a test in which time has passed."""

    def __init__(self, secret: bytes = b"test") -> None:
        self.secret = secret
        self.chain = chain_of(secret)
        self.down = False
        self.ahead = 0.0
        self.asked: list[int] = []
        self.forge: Callable[[dict[str, Any]], dict[str, Any]] = lambda answer: answer
        self.url = ""

    def client(self, *before: str, within: float = 2.0) -> BeaconClient:
        """A client of this relay, which asks those before it first."""
        return BeaconClient(self.chain, [*before, self.url], within)

    async def public(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        self.asked.append(number)
        if self.down or request.match_info["chain"] != self.chain.hash:
            return web.Response(status=503)
        if self.chain.time_of(number) > time.time() + self.ahead:
            return web.Response(status=404)
        round_ = signed(self.secret, number)
        answer = {"round": number, "randomness": round_.randomness.hex(), "signature": round_.signature.hex()}
        return web.json_response(self.forge(answer))

    async def info(self, request: web.Request) -> web.Response:
        about = asdict(self.chain)
        answer = {
            "hash": self.chain.hash,
            "public_key": about["public_key"],
            "period": about["period"],
            "genesis_time": about["genesis"],
            "schemeID": SCHEME,
        }
        return web.json_response(self.forge(answer))


@asynccontextmanager
async def local_beacon(secret: bytes = b"test") -> AsyncIterator[LocalBeacon]:
    """A running relay."""
    beacon = LocalBeacon(secret)
    app = web.Application()
    app.router.add_get("/{chain}/public/{number}", beacon.public)
    app.router.add_get("/{chain}/info", beacon.info)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    beacon.url = f"http://{host}:{port}"
    try:
        yield beacon
    finally:
        await runner.cleanup()
