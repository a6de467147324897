"""Pictures for an author: a battle before the first move, findings on the map, where the fighting was."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from PIL import Image

import render
from bot.i18n.catalogue import DEFAULT_LANGUAGE, catalogue_for
from bot.reports import battle_preview
from bot.ui.page import Picture
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.view import View
from render.paint.theme import THEMES as ALL_THEMES
from scenarios.review import Finding

THEMES = tuple(ALL_THEMES)


def beginning(battle: Scenario, theme: str = "light", width: int | None = None) -> bytes:
    """The map with all units where they begin, as a PNG; with `width` as an app shows it that has so many
    pixels for the picture that the bot posts."""
    picture = _picture(battle)
    posted = render.draw(
        picture.view,
        picture.caption,
        theme=theme,
        crop=picture.crop,
        size=render.BOX,
        tallest=render.TALLEST,
    )
    return posted if width is None else _scaled(posted, width)


def findings(battle: Scenario, found: Sequence[Finding]) -> bytes:
    """The same, with the number of each finding on its hexes."""
    numbers: defaultdict[Hex, list[str]] = defaultdict(list)
    for number, finding in enumerate(found, 1):
        for hex_ in finding.hexes:
            numbers[hex_].append(str(number))
    return _drawn(battle, letters={hex_: " ".join(here) for hex_, here in numbers.items()})


def name_findings(battle: Scenario) -> tuple[Finding, ...]:
    """The names on the map that find no room in the posted picture of its beginning."""
    picture = _picture(battle)
    found = []
    for one, other in render.covered_names(picture.view, picture.caption, render.BOX, render.TALLEST):
        name, second = battle.hexes[one].name, battle.hexes[other].name
        what = (
            f"{name!r} and {second!r} cover each other" if one != other else f"{name!r} is written over units"
        )
        found.append(
            Finding(
                what=f"{what}: shorten a name, or print it on another hex",
                hexes=(one, other),
                key="map.names",
            )
        )
    return tuple(found)


def heat(battle: Scenario, counts: Mapping[Hex, int]) -> bytes:
    """The map without units, each hex the redder the more often something happened there."""
    most = max(counts.values(), default=0)
    return _drawn(battle, counters=(), heat={hex_: n / most for hex_, n in counts.items()})


def first_view(battle: Scenario) -> View:
    """What everyone sees of a battle before the first move."""
    return _picture(battle).view


def _scaled(png: bytes, width: int) -> bytes:
    """A picture at another width."""
    with Image.open(io.BytesIO(png)) as whole:
        size = (width, round(width * whole.height / whole.width))
        out = io.BytesIO()
        whole.convert("RGB").resize(size, Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _picture(battle: Scenario) -> Picture:
    return battle_preview.picture(catalogue_for(DEFAULT_LANGUAGE), battle)


def _drawn(battle: Scenario, **changes: object) -> bytes:
    picture = _picture(battle)
    view = replace(picture.view, **changes)  # type: ignore[arg-type]
    return render.draw(view, picture.caption, crop=picture.crop, size=render.BOX, tallest=render.TALLEST)
