"""The packages of Désastre Colonial import each other in one direction."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from engine.systems import desastre_colonial

NAME = "engine.systems.desastre_colonial."
FOLDER = Path(desastre_colonial.__file__).parent


def packages_imported_by(package: str) -> set[str]:
    """The other packages of the rulebook that the modules of one import."""
    imported = set()
    for path in (FOLDER / package).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(NAME):
                imported.add(node.module.removeprefix(NAME).split(".")[0])
    return imported - {package}


def test_packages_import_each_other_in_one_direction() -> None:
    packages = {path.name for path in FOLDER.iterdir() if (path / "__init__.py").exists()}
    imports = {package: packages_imported_by(package) for package in packages}

    order = list(TopologicalSorter(imports).static_order())  # raises CycleError

    assert set(order) == packages
    assert order[0] == "general"
