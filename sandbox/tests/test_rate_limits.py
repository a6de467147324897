"""How often Discord may be asked: five times of a kind in one place, fifty times a second in all."""

import pytest

from sandbox import RateLimits, Sandbox
from sandbox.tests.raw import Raw


@pytest.mark.refused(429)
async def test_a_call_too_many_is_refused_and_says_for_how_long(tmp_path):
    async with Sandbox(tmp_path, rate_limits=RateLimits(most=3, seconds=60.0)) as sandbox:
        raw = Raw(sandbox)
        answers = [(await raw.send({"content": "x"}), sandbox.exchanges[-1].headers) for _ in range(3)]
        status, refusal = await raw.send({"content": "x"})

        assert [headers["X-RateLimit-Remaining"] for _, headers in answers] == ["2", "1", "0"]
        assert {answer[0] for answer, _ in answers} == {200}
        assert (status, refusal["global"]) == (429, False)
        assert 50 < refusal["retry_after"] <= 60
        assert (await raw("GET", "/users/@me"))[0] == 200, "another kind of call"


@pytest.mark.refused(429)
async def test_all_calls_count_together_but_those_by_a_token(tmp_path):
    async with Sandbox(tmp_path, rate_limits=RateLimits(most=9, every=4)) as sandbox:
        raw = Raw(sandbox)
        statuses = [(await raw("GET", path))[0] for path in ("/users/@me", "/gateway/bot") * 3]
        refused = sandbox.exchanges[-1]

        assert statuses == [200] * 4 + [429] * 2
        assert refused.response["global"]
        assert refused.headers["X-RateLimit-Global"] == "true"
        path = "/interactions/1/token/callback"
        assert (await raw("POST", path, {"type": 5}))[0] == 404, "not there, and not too many"


def test_a_bucket_is_a_kind_of_call_in_one_place():
    limits = RateLimits(most=1, seconds=2.0)
    here, there = "/channels/123456789012345678/messages", "/channels/876543210987654321/messages"

    assert limits.check("POST", here, 0.0)[1] is None
    assert limits.check("POST", there, 0.0)[1] is None
    assert limits.check("PATCH", here + "/123456789012345678", 0.0)[1] is None
    assert limits.check("PATCH", here + "/123456789012345679", 1.0)[1] is not None
    assert limits.check("PATCH", here + "/123456789012345679", 2.0)[1] is None
