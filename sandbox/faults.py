"""Faults that tests put in the way of REST calls."""

from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any


@dataclass(slots=True, kw_only=True)
class Fault:
    """Spoils the next `times` calls whose method and path match (shell patterns, path below /api/v10).

    `status` 0 leaves the real answer, for a mere delay. `processed`: the call takes effect before
    it seems to fail. `drop`: the connection is cut instead of an answer.
    """

    method: str = "*"
    path: str = "*"
    status: int = 500
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1
    delay: float = 0.0
    processed: bool = False
    drop: bool = False

    def strikes(self, method: str, path: str) -> bool:
        """Whether this call is spoilt; counts it."""
        if self.times < 1 or not fnmatch(method, self.method) or not fnmatch(path, self.path):
            return False
        self.times -= 1
        return True

    @property
    def runs_the_call(self) -> bool:
        """Whether the call takes effect."""
        return self.processed or (self.status == 0 and not self.drop)

    def answer(self) -> tuple[int, Any]:
        """The made-up answer."""
        if self.body is not None:
            return self.status, self.body
        if self.status == 429:
            return 429, {"message": "You are being rate limited.", "retry_after": 0.5, "global": False}
        return self.status, {"message": f"{self.status}: sandbox fault", "code": 0}
