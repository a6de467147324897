"""Discord's rate limits: buckets of calls, and their headers."""

import re
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

FREE = re.compile(r"/interactions/.*|/webhooks/\d+/[^/]+.*")
"""Calls by an interaction's token do not count against the bot as a whole."""


@dataclass(slots=True, kw_only=True)
class RateLimits:
    """`most` calls of one kind in one place within `seconds`, and `every` calls a second in all."""

    most: int = 5
    seconds: float = 5.0
    every: int = 50
    _spent: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def check(self, method: str, path: str, now: float) -> tuple[dict[str, str], Json | None]:
        """The headers of the answer; and, for a call too many, the body of a 429."""
        place = bucket(method, path)
        limits = [(place, self.most, self.seconds)]
        if not FREE.fullmatch(path):
            limits.append(("", self.every, 1.0))
        waits = {name: self._wait(name, most, seconds, now) for name, most, seconds in limits}
        longest = max(waits, key=lambda name: waits[name])
        if waits[longest] > 0:
            return self._refused(waits[longest], everything=not longest)
        for name, *_ in limits:
            self._spent[name].append(now)
        calls = self._spent[place]
        headers = {
            "X-RateLimit-Limit": str(self.most),
            "X-RateLimit-Remaining": str(self.most - len(calls)),
            "X-RateLimit-Reset": f"{calls[0] + self.seconds:.3f}",
            "X-RateLimit-Reset-After": f"{calls[0] + self.seconds - now:.3f}",
            "X-RateLimit-Bucket": format(abs(hash(re.sub(r"\d{15,}", "", place))), "x"),
        }
        return headers, None

    def _wait(self, name: str, most: int, seconds: float, now: float) -> float:
        """Seconds until one more call of a bucket is taken."""
        calls = self._spent[name]
        while calls and calls[0] <= now - seconds:
            calls.popleft()
        return calls[0] + seconds - now if len(calls) >= most else 0.0

    def _refused(self, wait: float, *, everything: bool) -> tuple[dict[str, str], Json]:
        headers = {"Retry-After": str(int(wait) + 1), "X-RateLimit-Scope": "global" if everything else "user"}
        if everything:
            headers["X-RateLimit-Global"] = "true"
        message = "You are being rate limited."
        return headers, {"message": message, "retry_after": round(wait, 3), "global": everything, "code": 0}


def bucket(method: str, path: str) -> str:
    """The calls that count together: of one kind, with the channel, guild or token they are about."""
    words = path.strip("/").split("/")
    if words[0] in ("webhooks", "interactions"):
        return f"{method} {'/'.join(words[:3])} {len(words)}"
    later = [re.sub(r"\d{15,}", "*", word) for word in words[2:]]
    return f"{method} {'/'.join([*words[:2], *later])}"
