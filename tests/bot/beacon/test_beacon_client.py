"""Rounds of a beacon over real sockets: those of the chain are taken, everything else is refused."""

from __future__ import annotations

import time
from typing import Any

import pytest

from bot.beacon.client import NoRound
from bot.beacon.rounds import QUICKNET, BadRound, Round, check_signature, posted_at
from tests.bot.local_beacon import LocalBeacon, chain_of, local_beacon, signed

ROUND_1000 = Round(  # of quicknet, as everybody can look it up
    number=1000,
    signature=bytes.fromhex(
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
    ),
)


def past(beacon: LocalBeacon) -> int:
    """A round that there is."""
    return beacon.chain.round_after(time.time()) - 10


def test_quicknets_hash_is_that_of_its_key_and_its_times() -> None:
    assert QUICKNET.hash == "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"


def test_a_round_of_quicknet_is_genuine_and_its_randomness_known() -> None:
    check_signature(QUICKNET, ROUND_1000)

    assert ROUND_1000.randomness.hex() == "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"


@pytest.mark.parametrize(
    "forged",
    [
        Round(number=1001, signature=ROUND_1000.signature),
        signed(b"another key", 1000),
        Round(number=1000, signature=bytes(48)),
        Round(number=1000, signature=b"\xc0" + bytes(47)),  # the point at infinity
        Round(number=1000, signature=ROUND_1000.signature[:-1]),
    ],
    ids=["another number", "another key", "no point", "infinity", "too short"],
)
def test_a_forged_round_is_refused(forged: Round) -> None:
    with pytest.raises(BadRound):
        check_signature(QUICKNET, forged)


@pytest.mark.parametrize(
    ("after", "number"), [(-5.0, 1), (0.0, 2), (0.001, 2), (2.999, 2), (3.0, 3), (300.0, 102)]
)
def test_the_round_after_a_moment_is_later_than_it(after: float, number: int) -> None:
    moment = QUICKNET.genesis + after

    assert QUICKNET.round_after(moment) == number
    assert QUICKNET.time_of(number) > moment
    assert number == 1 or QUICKNET.time_of(number - 1) <= moment


def test_the_time_of_a_message_is_in_its_number() -> None:
    assert posted_at(175928847299117063) == 1462015105.796  # Discord's own example


async def test_a_round_is_fetched_and_checked() -> None:
    async with local_beacon() as beacon:
        client, number = beacon.client(), past(beacon)

        assert await client.fetch(number) == signed(beacon.secret, number)
        await client.close()


async def test_where_one_relay_is_down_the_next_is_asked_and_then_first() -> None:
    async with local_beacon() as broken, local_beacon() as beacon:
        broken.chain, broken.down = beacon.chain, True
        client = beacon.client("http://127.0.0.1:9", broken.url)

        await client.fetch(past(beacon))
        await client.fetch(past(beacon))

        assert len(broken.asked) == 1
        assert len(beacon.asked) == 2
        await client.close()


FORGED = signed(b"another key", 1000)


@pytest.mark.fault(79)
@pytest.mark.parametrize(
    "change",
    [
        {"round": 7},
        {"round": None},
        {"signature": FORGED.signature.hex()},
        {"signature": FORGED.signature.hex(), "randomness": FORGED.randomness.hex()},
        {"signature": "zz"},
        {"signature": None},
        {"randomness": "00" * 32},
    ],
    ids=str,
)
async def test_a_relay_that_lies_is_not_believed(change: dict[str, Any]) -> None:
    async with local_beacon() as beacon:
        beacon.forge = lambda answer: answer | change
        client = beacon.client()

        with pytest.raises(NoRound):
            await client.fetch(past(beacon))
        await client.close()


async def test_a_round_of_another_chain_is_refused() -> None:
    async with local_beacon(b"another") as beacon:
        mine = chain_of(b"mine")
        client = beacon.client()
        client.chain = mine

        with pytest.raises(NoRound, match="503"):
            await client.fetch(past(beacon))
        await client.close()


async def test_a_round_that_is_not_there_yet_is_not_invented() -> None:
    async with local_beacon() as beacon:
        client = beacon.client()

        with pytest.raises(NoRound, match="404"):
            await client.fetch(past(beacon) + 1000)
        await client.close()


async def test_each_relay_is_told_to_serve_the_chain_or_not() -> None:
    async with local_beacon() as beacon, local_beacon() as other:
        other.forge = lambda answer: answer | {"public_key": "00" * 96}
        client = beacon.client("http://127.0.0.1:9", other.url)

        faults = dict(await client.check_relays())

        assert faults[beacon.url] == ""
        assert "public_key" in faults[other.url]
        assert faults["http://127.0.0.1:9"]
        await client.close()
