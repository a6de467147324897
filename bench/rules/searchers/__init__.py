"""Libraries that search for reach and paths, and a chess library."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bench.harness import Missing


def library(name: str) -> Any:
    """A library that need not be there. Raises Missing when it is not."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise Missing(f"{name} is not installed") from error
