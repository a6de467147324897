"""The chapters of each system are those of its rulebook, in its order, with the modules of their rules."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from pathlib import Path

import pytest

import scenarios
from engine.systems import SYSTEMS

ROOT = Path(__file__).resolve().parents[2]
SPECIFICATIONS = ROOT.parent / "shared" / "rules"
PACKAGES = {name: importlib.import_module(f"engine.systems.{name}") for name in SYSTEMS}
PREFIXES = {"morne_plaine": "MP", "pousse_pion": "PP", "art_of_tactic": "AT", "desastre_colonial": "DC"}
IN_SEVERAL = {  # where the book's chapters tell of the same step or the same combat
    "morne_plaine": {"combat.combat", "movement.step_cost"},
    "pousse_pion": {"movement.step_cost", "movement.step_effects"},
}
AT_LARGE = {"desastre_colonial"}  # where modules serve a chapter whose rules others cite
PLACES = [
    (system, chapter, names) for system, package in PACKAGES.items() for chapter, _, names in package.CHAPTERS
]

systems = pytest.mark.parametrize("system", PACKAGES)


def folder(system: str) -> Path:
    return ROOT / "engine" / "systems" / system


def source(system: str, module: str) -> str:
    return folder(system).joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8")


def modules(system: str) -> set[str]:
    """The modules of a system by their dotted names within it."""
    paths = (p.relative_to(folder(system)) for p in folder(system).rglob("*.py") if p.name != "__init__.py")
    return {".".join(path.with_suffix("").parts) for path in paths}


@systems
def test_the_chapters_are_those_of_the_rulebook_in_its_order(system: str) -> None:
    sections = scenarios.rulebook(system)["sections"]

    assert [(id_, title) for id_, title, _ in PACKAGES[system].CHAPTERS] == [
        (id_, title["en"]) for id_, title in sections.items()
    ]


@pytest.mark.skipif(not SPECIFICATIONS.exists(), reason="the specifications are not part of the project")
@systems
def test_the_chapters_are_those_of_the_specification_in_its_order(system: str) -> None:
    text = (SPECIFICATIONS / f"{system.replace('_', '-')}.md").read_text("utf-8")
    prefix = PREFIXES[system]
    headings = re.findall(rf"^### 4\.\d+ .*\({prefix}-([A-Z]+)\)", text, re.MULTILINE)
    ids = headings or re.findall(rf"^\| {prefix}-([A-Z]+)-\d", text, re.MULTILINE)

    chapters = [id_ for id_, _, _ in PACKAGES[system].CHAPTERS]
    assert chapters in (list(dict.fromkeys(ids)), list(dict.fromkeys(["GEN", *ids])))


@systems
def test_every_module_belongs_to_one_chapter_or_to_none(system: str) -> None:
    package = PACKAGES[system]
    listed = Counter(name for _, _, names in package.CHAPTERS for name in names)

    assert {*listed, *package.OF_NO_CHAPTER} == modules(system)
    assert {name for name, times in listed.items() if times > 1} == IN_SEVERAL.get(system, set())
    assert not {*listed} & {*package.OF_NO_CHAPTER}


@pytest.mark.parametrize(("system", "chapter", "names"), PLACES)
def test_the_modules_of_a_chapter_cite_its_rules(system: str, chapter: str, names: tuple[str, ...]) -> None:
    rule = re.compile(rf"\b{PREFIXES[system]}-{chapter}-\d")
    citing = tuple(name for name in names if rule.search(source(system, name)))

    assert citing if system in AT_LARGE else citing == names
