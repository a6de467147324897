"""Windows and lives: three seconds for the first answer, fifteen minutes for the token, once only."""

import time

import pytest

from sandbox import Sandbox
from sandbox.tests.raw import Raw


class Clock:
    """A clock that a test can put forward."""

    def __init__(self):
        self.ahead = 0.0

    def __call__(self):
        return time.time() + self.ahead


@pytest.fixture
async def clock():
    return Clock()


@pytest.fixture
async def sandbox(clock):
    async with Sandbox(clock=clock) as sandbox:
        yield sandbox


@pytest.fixture
async def raw(sandbox):
    return Raw(sandbox)


async def test_the_first_answer_must_come_within_three_seconds(raw, clock):
    interaction = await raw.used()

    clock.ahead += 3.1

    assert (await raw.callback(interaction, 4, {"content": "x"}))[1]["code"] == 10062


async def test_there_is_one_first_answer(raw):
    interaction = await raw.used()

    first = await raw.callback(interaction, 5)
    second = await raw.callback(interaction, 4, {"content": "x"})

    assert first[0] == 200
    assert second == (400, {"message": "Interaction has already been acknowledged.", "code": 40060})


async def test_a_token_lives_fifteen_minutes(raw, clock):
    interaction = await raw.used()
    await raw.callback(interaction, 4, {"content": "x"})
    original = f"/webhooks/{raw.application}/{interaction.token}/messages/@original"

    clock.ahead += 899
    assert (await raw("PATCH", original, {"content": "y"}))[0] == 200
    clock.ahead += 2
    assert await raw("PATCH", original, {"content": "z"}) == (
        401,
        {"message": "Invalid Webhook Token", "code": 50027},
    )


async def test_no_follow_up_before_the_first_answer(raw):
    interaction = await raw.used()

    assert (await raw("POST", f"/webhooks/{raw.application}/{interaction.token}", {"content": "x"}))[0] == 404


@pytest.mark.refused(50035)
async def test_an_answer_must_fit_its_question(raw):
    for kind in (1, 6, 7, 8, 10, "x"):
        status, refusal = await raw.answer(kind, {"content": "x"})
        assert (status, refusal["code"]) == (400, 50035)


async def test_an_unknown_interaction(raw):
    interaction = await raw.used()

    status, refusal = await raw("POST", f"/interactions/{interaction.id}/wrong/callback", {"type": 5})

    assert (status, refusal["code"]) == (404, 10062)


async def test_a_nonce_is_sent_once_for_five_minutes(sandbox, raw, clock):
    body = {"content": "x", "nonce": "n1", "enforce_nonce": True}

    _, first = await raw.send(body)
    _, again = await raw.send(body)
    clock.ahead += 301
    _, later = await raw.send(body)

    assert first["id"] == again["id"] != later["id"]
    assert len(sandbox.messages("battle", "Anna")) == 2
