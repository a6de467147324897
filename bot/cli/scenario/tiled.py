"""`grognard scenario tiled`: paint the map of a battle in Tiled (mapeditor.org), and read it back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import click

import scenarios
from bot.cli.scenario import pictures
from engine.errors import BadScenario
from render.tiles import counter_sheet, tile_sheet
from scenarios import inherited_map
from scenarios.review import Draft, read_draft
from scenarios.tiled.changes import FILES, changed_files, merged
from scenarios.tiled.document import ACROSS, TilePicture, document, tile_words
from scenarios.tiled.facts import facts_of
from scenarios.tiled.known import known_of, lands
from scenarios.tiled.lattice import Lattice
from scenarios.tiled.tmx import tmx

WRONG = 1
COUNTER = 78
"""Pixels of the picture of a counter, with the room around it."""
KINDS = (".tmj", ".tmx")


@click.group()
def tiled() -> None:
    """Paint the map of a battle in Tiled (mapeditor.org): write it for Tiled, and read it back."""


@tiled.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.argument("file", type=click.Path(path_type=Path), required=False)
def export(path: Path, file: Path | None) -> None:
    """Write the map of a battle as FILE (.tmj or .tmx), with pictures of its tiles and counters beside it."""
    draft = _draft(path)
    battle = draft.scenario
    assert battle is not None
    file = file or Path(f"{battle.id}.tmj")
    if file.suffix not in KINDS:
        raise click.ClickException(f"{file.name}: Tiled's maps end with .tmj or .tmx")
    facts, lattice = facts_of(battle, draft.printed), Lattice.of(battle.grid)
    size = int(lattice.width), int(lattice.height)
    tiles = TilePicture("terrain", f"{file.stem}-terrain.png", size, tile_words(lands(battle)))
    counters = TilePicture("counters", f"{file.stem}-counters.png", (COUNTER, COUNTER), tuple(facts.units))
    view = pictures.first_view(battle)
    map_ = document(facts, tiles, counters)
    text = json.dumps(map_, ensure_ascii=False, indent=1).encode() + b"\n"
    for name, data in (
        (file.name, text if file.suffix == ".tmj" else tmx(map_)),
        (tiles.file, tile_sheet(view, tiles.words, size, lattice.outline, ACROSS)),
        (counters.file, counter_sheet(view, counters.words, COUNTER, ACROSS)),
    ):
        place = file.with_name(name)
        try:
            place.write_bytes(data)
        except OSError as error:
            raise click.ClickException(f"{place}: {error.strerror}") from error
        click.echo(f"{place}: {len(data):,} bytes")


@tiled.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def import_(file: Path, folder: Path) -> None:
    """Write into the battle in FOLDER what its map in FILE (.tmj or .tmx) says.

    Only the entries that have become different are written. With a mistake in FILE nothing is.
    Exit status: 0 written, 1 mistakes.
    """
    from scenarios.tiled import reader  # loads the library that reads Tiled's files

    draft = _draft(folder)
    battle = draft.scenario
    assert battle is not None
    try:
        reading = reader.read(file, known_of(battle, draft.printed))
        if reading.mistakes:
            _refuse(reading.mistakes)
        texts = {name: (folder / name).read_text(encoding="utf-8") for name in FILES}
        before = facts_of(battle, draft.printed)
        files = changed_files(texts, draft.printed, before, merged(before, reading.facts))
        if "map.yaml" in files and inherited_map.INHERITS in scenarios.read(folder / "map.yaml"):
            what = "is inherited: paint the map that it comes from, or write the changes into map.yaml"
            raise BadScenario(what, "map", f"{folder.name}/map.yaml")
    except BadScenario as mistake:
        _refuse([mistake])
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
        click.echo(f"{folder / name}: {len(text.encode()):,} bytes")
    if not files:
        click.echo(f"{folder}: nothing is different")
    else:
        click.echo(f"Now: grognard scenario check {folder}; grognard scenario draw {folder}")


def _refuse(mistakes: list[BadScenario]) -> NoReturn:
    for mistake in mistakes:
        click.echo(str(mistake))
    raise SystemExit(WRONG)


def _draft(path: Path) -> Draft:
    """The battle at a path, free of mistakes."""
    draft = read_draft(path)
    if draft.mistakes or draft.scenario is None:
        for mistake in draft.mistakes:
            click.echo(f"{draft.name}: {mistake}", err=True)
        raise SystemExit(WRONG)
    return draft
