"""Faults that tests inject into REST calls."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any, Self


@dataclass(slots=True, kw_only=True)
class Fault:
    """Spoils the next `times` calls whose method and path match (shell patterns, path below /api/v10).

    `status` 0 leaves the real answer, for a mere delay, a `trickle` (seconds that its bytes take) or one
    whose body is `mangled`. `processed`: the call takes effect before it seems to fail. `drop`: the
    connection is cut instead of an answer. A delayed call ends once its caller has disconnected.
    """

    method: str = "*"
    path: str = "*"
    status: int = 500
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1
    delay: float = 0.0
    trickle: float = 0.0
    processed: bool = False
    drop: bool = False
    mangled: Callable[[Any], Any] | None = None
    struck: int = 0
    """How many calls it has spoilt."""

    @classmethod
    def refusal(cls, status: int, code: int, message: str = "refused", **more: Any) -> Self:
        """Discord says no, with one of its codes."""
        return cls(status=status, body={"message": message, "code": code}, **more)

    @classmethod
    def limited(cls, retry_after: float, *, scope: str = "user", banned: bool = False, **more: Any) -> Self:
        """429: of one route, "shared" or "global"; `banned`: by Cloudflare, before Discord is reached."""
        whole = scope == "global"
        body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": whole}
        headers = {"Retry-After": str(int(retry_after) or 1), "X-RateLimit-Scope": scope}
        headers |= {"X-RateLimit-Global": "true"} if whole else {}
        if banned:
            return cls(status=429, body="error code: 1015", headers={"Via": "", **headers}, **more)
        return cls(status=429, body=body, headers=headers, **more)

    def matches(self, method: str, path: str) -> bool:
        """Whether this call is spoilt; counts it."""
        if self.times < 1 or not fnmatch(method, self.method) or not fnmatch(path, self.path):
            return False
        self.times -= 1
        self.struck += 1
        return True

    @property
    def runs_the_call(self) -> bool:
        """Whether the call takes effect."""
        return self.processed or (self.status == 0 and not self.drop)

    @property
    def makes_up(self) -> bool:
        """Whether the answer is not the sandbox's own."""
        return bool(self.status) or self.drop or self.mangled is not None

    def answer(self, real: tuple[int, Any]) -> tuple[int, Any]:
        """What is answered in place of the real answer."""
        if not self.status:
            return real if self.mangled is None else (real[0], self.mangled(real[1]))
        if self.body is not None:
            return self.status, self.body
        if self.status == 429:
            return 429, {"message": "You are being rate limited.", "retry_after": 0.5, "global": False}
        return self.status, {"message": f"{self.status}: sandbox fault", "code": 0}
