"""Finds what features register: a module of a certain name in their folder."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType


@cache
def feature_modules(name: str) -> tuple[ModuleType, ...]:
    """The modules of that name of all features that have one, in the order of the features' names."""
    folder = importlib.import_module("bot.features").__path__
    features = sorted(module.name for module in pkgutil.iter_modules(folder) if module.ispkg)
    packages = [importlib.import_module(f"bot.features.{feature}") for feature in features]
    return tuple(
        importlib.import_module(f"{package.__name__}.{name}")
        for package in packages
        if any(module.name == name for module in pkgutil.iter_modules(package.__path__))
    )
