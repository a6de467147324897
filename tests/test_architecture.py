"""The house rules a machine can check: who may import whom, and how files are named and how long they are."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT = {  # besides itself and the standard library; whoever is not named here may import everything
    "engine": (),
    "scenarios": ("engine", "yaml"),
    "storage": ("engine", "sqlalchemy", "alembic", "aiosqlite", "asyncpg"),
    "opponent": ("engine",),
    "league": (),
    "render": ("engine.view", "engine.hexes", "PIL", "zlib_ng"),
    "sandbox": ("aiohttp",),
}
OURS = {*MAY_IMPORT, "bot", "bench"}
ENGINE = (  # innermost first: a module imports from lines above its own
    ("errors",),
    ("hexes",),
    ("board",),
    ("commands", "scenario"),
    ("state", "box"),
    ("events", "lessons"),
    ("evolve", "traces", "veil"),
    ("ledger",),
    ("system",),
    ("rules", "standing"),
    ("systems",),
    ("referee", "view"),
    ("overlays",),
)
RANK = {name: rank for rank, line in enumerate(ENGINE) for name in line}
OUTSIDE = {  # clocks, files, network, chance: not for the engine
    *("asyncio", "concurrent", "multiprocessing", "subprocess", "threading", "select", "selectors", "signal"),
    *("datetime", "time", "random", "secrets", "uuid"),
    *("glob", "io", "os", "pathlib", "shutil", "sqlite3", "tempfile", "logging", "importlib", "ctypes"),
    *("ftplib", "http", "smtplib", "socket", "socketserver", "ssl", "urllib"),
}
NOT_CALLED = {"print", "open", "input", "exec", "eval", "__import__"}
NO_DISCORD = {"bot.desk", "bot.say", "bot.words"}
NOT_NAMES = {"utils", "helpers", "common", "constants", "models", "managers"}
LONGEST = 400  # lines


def name(path: Path) -> str:
    """The dotted name of a module: engine/rules/zoc.py is engine.rules.zoc."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {name(path): path for top in sorted(OURS) for path in sorted((ROOT / top).rglob("*.py"))}
PLACES = {".".join(module.split(".")[:n]) for module in SOURCES for n in range(1, 9)}  # modules and folders
MODULES = {module: path for module, path in SOURCES.items() if "tests" not in module.split(".")}
TREES = {module: ast.parse(path.read_bytes()) for module, path in MODULES.items()}


def imports(module: str) -> Iterator[str]:
    """The dotted names a module imports, wherever in it the import stands; relative ones made absolute."""
    package = module if MODULES[module].stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in PLACES else source


def within(target: str, package: str) -> bool:
    return target == package or target.startswith(package + ".")


def allowed(module: str, target: str) -> bool:
    """Whether `module` may import `target`."""
    top, goal = module.split(".")[0], target.split(".")[0]
    if goal == "bot" and top not in ("bot", "bench"):
        return False
    if goal == "discord" and module in NO_DISCORD:
        return False
    if top == goal == "engine":
        return allowed_in_engine(module, target)
    if top == "engine" and goal in OUTSIDE:
        return False
    if top == goal or goal in sys.stdlib_module_names or top not in MAY_IMPORT:
        return True
    return any(within(target, package) for package in MAY_IMPORT[top])


def allowed_in_engine(module: str, target: str) -> bool:
    ours, theirs = module.split(".")[1:3], target.split(".")[1:3]
    if not ours:  # engine/__init__.py: the front door
        return True
    if not theirs or ours[0] not in RANK or theirs[0] not in RANK:
        return False
    if ours[0] == theirs[0] == "systems":  # systems/__init__.py lists them; they do not know each other
        return ours == ["systems"] or ours == theirs
    return ours[0] == theirs[0] or RANK[theirs[0]] < RANK[ours[0]]


def test_imports_point_inward() -> None:
    wrong = [
        f"{MODULES[module].relative_to(ROOT)} imports {target}"
        for module in MODULES
        for target in dict.fromkeys(imports(module))
        if not allowed(module, target)
    ]

    assert not wrong, "\n".join(wrong)


def test_every_module_of_the_engine_has_a_place_in_the_table() -> None:
    strangers = {
        module for module in MODULES if module.startswith("engine.") and module.split(".")[1] not in RANK
    }

    assert not strangers, f"put them into ENGINE, where they belong: {', '.join(sorted(strangers))}"


def test_the_engine_neither_waits_nor_reads_nor_writes() -> None:
    wrong = [
        f"{MODULES[module].relative_to(ROOT)}:{node.lineno} {ast.unparse(node)[:40]}"
        for module, tree in TREES.items()
        for node in ast.walk(tree)
        if within(module, "engine")
        and (
            isinstance(node, ast.AsyncFunctionDef)
            or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NOT_CALLED)
        )
    ]

    assert not wrong, "\n".join(wrong)


def test_a_table_is_shown_through_one_door() -> None:
    """What a side may know is asked of `System.seen`, which asks the rulebook."""
    wrong = [
        f"{MODULES[module].relative_to(ROOT)}:{node.lineno}"
        for module, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "secrets"
    ]

    assert wrong == [f"engine/system.py:{line}" for line in [int(wrong[0].rpartition(":")[2])]]


def test_files_are_named_for_what_they_hold() -> None:
    wrong = [module for module in SOURCES if NOT_NAMES & set(module.split("."))]

    assert not wrong


def test_files_stay_short_enough_to_read() -> None:
    lengths = {path.relative_to(ROOT): len(path.read_bytes().splitlines()) for path in MODULES.values()}
    wrong = [f"{path}: {length} lines" for path, length in lengths.items() if length > LONGEST]

    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("engine.state", "engine.events"),
        ("engine.rules.zoc", "engine.systems.morne_plaine"),
        ("engine.systems.morne_plaine.zoc", "engine.systems.pousse_pion.zoc"),
        ("engine.systems.morne_plaine.zoc", "engine.referee"),
        ("engine.ledger", "random"),
        ("engine.hexes", "yaml"),
        ("render.board", "engine.state"),
        ("storage.store", "bot.desk"),
        ("sandbox.server", "engine"),
        ("bot.say", "discord.ext"),
        ("league.ratings", "engine"),
    ],
)
def test_these_imports_would_be_refused(module: str, target: str) -> None:
    assert not allowed(module, target)


@pytest.mark.parametrize(
    ("module", "target"),
    [
        ("engine", "engine.referee"),
        ("engine.systems", "engine.systems.morne_plaine"),
        ("engine.systems.morne_plaine.zoc", "engine.systems.morne_plaine.terms"),
        ("engine.rules.zoc", "engine.rules.movement"),
        ("engine.evolve", "engine.state"),
        ("render.board", "engine.view"),
        ("bot.client", "discord"),
        ("bot.desk", "storage.store"),
        ("sandbox.server", "aiohttp.web"),
    ],
)
def test_these_imports_would_pass(module: str, target: str) -> None:
    assert allowed(module, target)
