"""What is kept of every REST exchange, for those who judge the traffic afterwards."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True, kw_only=True)
class Exchange:
    """One request and its answer. Paths are those below /api/v10; times are seconds."""

    method: str
    path: str
    query: dict[str, str]
    content_type: str
    authorized: bool
    reason: str | None
    """The audit-log reason, decoded from its header."""
    json: Any = None
    files: list[dict[str, Any]] = field(default_factory=list)
    """{"name", "size"} of each file."""
    status: int | None = None
    """None while it lasts, and when the connection was cut instead of an answer."""
    response: Any = None
    seconds: float = 0.0
    faulty: bool = False
    """The answer was made up by a Fault: no judge of the sandbox should look at it."""
