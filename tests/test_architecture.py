"""Architecture rules checked by machine: imports, names of files, their length."""

from __future__ import annotations

import ast
import gc
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

import scenarios
from engine.systems import SYSTEMS
from tests.source_text import without_docstrings_and_comments

pytestmark = pytest.mark.xdist_group("source")  # each worker would parse every module again

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT = {  # plus itself and the standard library; packages not named here may import everything
    "engine": (),
    "scenarios": ("babel", "engine", "pytiled_parser", "yaml"),
    "storage": ("engine", "sqlalchemy", "alembic", "aiosqlite", "asyncpg", "pgqueuer"),
    "opponent": ("engine",),
    "league": ("networkx", "openskill"),
    "notation": ("engine", "scenarios"),
    "render": ("engine.view", "engine.hexes", "PIL", "zlib_ng"),
    "sandbox": ("aiohttp",),
}
OURS = {*MAY_IMPORT, "bot", "bench"}
ENGINE = (  # innermost first: a module imports from lines above its own
    ("errors",),
    ("hexes",),
    ("commands", "scenario"),
    ("state", "scenario_builder"),
    ("events", "lessons"),
    ("evolve", "fog", "display", "codec"),
    ("ledger",),
    ("system",),
    ("rules",),
    ("battle",),
    ("systems",),
    ("referee", "view"),
    ("odds",),
)
RANK = {name: rank for rank, line in enumerate(ENGINE) for name in line}
RENDER = (  # lowest first: a folder or file imports from lines above its own, and from its own folder
    ("caption", "card", "chart", "geometry", "map_cache", "view_facts"),
    ("film_frame",),
    ("paint",),
    ("terrain",),
    ("map",),
    ("counters",),
    ("labels",),
    ("overlays",),
    ("page", "league"),
    ("layers",),
    ("crops", "picture", "tiles"),
    ("film",),
    ("replay",),
)
RENDER_RANK = {name: rank for rank, line in enumerate(RENDER) for name in line}
OUTSIDE = {  # clocks, files, network, chance: not for the engine
    *("asyncio", "concurrent", "multiprocessing", "subprocess", "threading", "select", "selectors", "signal"),
    *("datetime", "time", "random", "secrets", "uuid"),
    *("glob", "io", "os", "pathlib", "shutil", "sqlite3", "tempfile", "logging", "importlib", "ctypes"),
    *("ftplib", "http", "smtplib", "socket", "socketserver", "ssl", "urllib"),
}
NOT_CALLED = {"print", "open", "input", "exec", "eval", "__import__"}
BOT = (  # lowest first: a folder imports from lines above its own
    ("clock",),
    ("runtime",),
    ("beacon",),
    ("core",),
    ("i18n",),
    ("ui",),
    ("connection",),
    ("reports",),
    ("jobs",),
    ("computer_player", "images"),
    ("features",),  # but for the files of EDGE
    ("play_services",),
    ("game_services",),
    ("transport",),
    ("services",),
    ("workers",),
    ("feature",),
    ("edge",),
    ("client",),
    ("without_discord",),
    ("cli", "__main__"),
)
BOT_RANK = {name: rank for rank, line in enumerate(BOT) for name in line}
EDGE = ("commands", "buttons", "feature")
"""Files of a feature above all services: slash commands, handlers of buttons, what it registers."""
NO_DISCORD = ("bot.clock", "bot.core", "bot.ui", "notation")
"""No module of these imports discord, itself or through others."""
NOT_NAMES = {"utils", "helpers", "common", "constants", "models", "managers"}
LONGEST = 400  # lines
MOST_FILES = 14  # in a folder, not counting __init__.py
MOST_TEST_FILES = 15


def name(path: Path) -> str:
    """The dotted name of a module: engine/rules/zoc.py is engine.rules.zoc."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {name(path): path for top in sorted(OURS) for path in sorted((ROOT / top).rglob("*.py"))}
PLACES = {".".join(module.split(".")[:n]) for module in SOURCES for n in range(1, 9)}  # modules and folders
MODULES = {module: path for module, path in SOURCES.items() if "tests" not in module.split(".")}


@cache
def every_node() -> dict[type[ast.AST], list[tuple[str, ast.AST]]]:
    """The nodes of all modules by their kind, each with its module: parsed once, and walked through once, but
    not while tests are collected, which every worker does."""
    found = defaultdict(list)
    gc.disable()  # nothing here is garbage: to look for some, here and later, takes twice as long as the rest
    for module, path in MODULES.items():
        queue: list[ast.AST] = [ast.parse(path.read_bytes())]
        for node in queue:
            found[type(node)].append((module, node))
            for value in vars(node).values():
                if isinstance(value, ast.AST):
                    queue.append(value)
                elif isinstance(value, list):
                    queue.extend(inner for inner in value if isinstance(inner, ast.AST))
    gc.freeze()
    gc.enable()
    return found


@pytest.fixture(autouse=True, scope="module")
def _forgotten() -> Iterator[None]:
    """The nodes are many, and other tests do not need them."""
    yield
    every_node.cache_clear()


def nodes(*kinds: type[ast.AST]) -> Iterator[tuple[str, Any]]:
    """The nodes of some kinds in all modules, each with its module."""
    for kind in kinds:
        yield from every_node()[kind]


@cache
def imported() -> dict[str, tuple[str, ...]]:
    """The dotted names that each module imports, wherever in it the import stands; relative ones made
    absolute."""
    found = defaultdict(list)
    for module, node in nodes(ast.Import):
        found[module] += [alias.name for alias in node.names]
    for module, node in nodes(ast.ImportFrom):
        package = module if MODULES[module].stem == "__init__" else module.rpartition(".")[0]
        parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        source = ".".join([*parents, *([node.module] if node.module else [])])
        inner = [f"{source}.{alias.name}" for alias in node.names]
        found[module] += [name if name in PLACES else source for name in inner]
    return {module: tuple(found[module]) for module in MODULES}


def imports(module: str) -> tuple[str, ...]:
    return imported()[module]


def within(target: str, package: str) -> bool:
    return target == package or target.startswith(package + ".")


def allowed(module: str, target: str) -> bool:
    """Whether `module` may import `target`."""
    top, goal = module.split(".")[0], target.split(".")[0]
    if goal == "bot" and top not in ("bot", "bench"):
        return False
    if top == goal == "engine":
        return allowed_in_engine(module, target)
    if top == goal == "render":
        return allowed_in_render(module, target)
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


def allowed_in_render(module: str, target: str) -> bool:
    ours, theirs = module.split(".")[1:2], target.split(".")[1:2]
    if not ours:  # render/__init__.py: the front door
        return True
    if not theirs or ours[0] not in RENDER_RANK or theirs[0] not in RENDER_RANK:
        return False
    return ours == theirs or RENDER_RANK[theirs[0]] < RENDER_RANK[ours[0]]


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


def test_no_module_of_render_imports_itself_through_others() -> None:
    inside = {m: {i for i in imports(m) if i in MODULES} for m in MODULES if m.startswith("render.")}

    assert len([*TopologicalSorter(inside).static_order()]) >= len(inside)  # raises CycleError


@pytest.mark.parametrize("package", ["render", "bot", "notation"])
def test_no_rulebook_is_known_by_name(package: str) -> None:
    """Neither a system's name nor a rule's id: what is said of a rulebook is data of the rulebook. Only its
    sentences may stand in bot/i18n/locale, where translators find them."""
    names = "|".join(name.replace("_", "[-_ ]") for name in SYSTEMS)
    knows = re.compile(rf"\b({names})\b|\b[A-Z]{{2}}-[A-Z]{{2,3}}-[A-Z]?\d", re.IGNORECASE)
    wrong = [
        f"{MODULES[module].relative_to(ROOT)}: {match[0]}"
        for module in MODULES
        if within(module, package)
        for match in knows.finditer(MODULES[module].read_text("utf-8"))
    ]

    assert len(SYSTEMS) > 1
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("package", ["render", "bot", "notation"])
def test_no_phase_is_known_by_name(package: str) -> None:
    """A phase is asked for its role, or for the orders it takes."""
    phases = {phase for system in SYSTEMS.values() for phase in system.phases}
    name_one = {module for module, node in nodes(ast.Constant) if node.value in phases}
    wrong = [
        f"{MODULES[module].relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}"
        for module, node in nodes(ast.Compare, ast.Call, ast.Subscript)
        if within(module, package)
        and module in name_one
        and any(ast.unparse(part).split(".")[-1] == "phase" for part in ast.iter_child_nodes(node))
        and any(isinstance(part, ast.Constant) and part.value in phases for part in ast.walk(node))
    ]

    assert {"rally", "setup"} <= phases
    assert not wrong, "\n".join(wrong)


def test_no_battle_is_known_by_name() -> None:
    """Which battle teaches a rulebook, and which is the first, is said where the battles lie."""
    battles = {*scenarios.all()} - {"tutorial"}  # the bot's word for any of them
    wrong = [
        f"{MODULES[module].relative_to(ROOT)}:{node.lineno} {node.value}"
        for module, node in nodes(ast.Constant)
        if module.startswith(("bot.", "render.", "notation.")) and node.value in battles
    ]

    assert not wrong, "\n".join(wrong)


def test_the_engine_neither_waits_nor_reads_nor_writes() -> None:
    wrong = [
        f"{MODULES[module].relative_to(ROOT)}:{node.lineno} {ast.unparse(node)[:40]}"
        for module, node in nodes(ast.AsyncFunctionDef, ast.Call)
        if within(module, "engine")
        and (
            isinstance(node, ast.AsyncFunctionDef)
            or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NOT_CALLED)
        )
    ]

    assert not wrong, "\n".join(wrong)


def test_hidden_information_passes_only_through_as_seen_by() -> None:
    """What a side may know is asked of `System.as_seen_by`, which asks the rulebook."""
    wrong = [
        f"{MODULES[module].relative_to(ROOT)}:{node.lineno}"
        for module, node in nodes(ast.Call)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "fog"
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
        ("render.picture", "engine.state"),
        ("render.paint.canvas", "render.overlays.combat"),
        ("render.counters.counter_look", "render.page.legend"),
        ("storage.store", "bot.core.game_service"),
        ("sandbox.server", "engine"),
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
        ("engine.systems.morne_plaine.zoc", "engine.systems.morne_plaine.terrain"),
        ("engine.rules.zoc", "engine.rules.movement"),
        ("engine.evolve", "engine.state"),
        ("render.picture", "engine.view"),
        ("render.overlays.combat", "render.counters.counter_look"),
        ("bot.client", "discord"),
        ("bot.core.game_service", "storage.store"),
        ("sandbox.server", "aiohttp.web"),
    ],
)
def test_these_imports_would_pass(module: str, target: str) -> None:
    assert allowed(module, target)


def place(module: str) -> str:
    """Where a module of the bot stands in the order of BOT."""
    parts = module.split(".")
    if len(parts) < 2:
        return "cli"
    if parts[1] == "features" and (parts[-1] in EDGE or parts[-1].endswith("_commands")):
        return "edge"
    return parts[1]


def upward() -> set[tuple[str, str]]:
    return {
        (module, target)
        for module in MODULES
        if within(module, "bot")
        for target in imports(module)
        if within(target, "bot") and target in MODULES and BOT_RANK[place(target)] > BOT_RANK[place(module)]
    }


def test_imports_inside_the_bot_point_downwards() -> None:
    assert upward() == set()


@pytest.mark.parametrize("package", NO_DISCORD)
def test_discord_stays_at_the_edge(package: str) -> None:
    """Transitively: the chain of imports that leads to discord is shown."""
    chains: list[str] = []
    for module in MODULES:
        if within(module, package):
            came_from: dict[str, str] = {module: ""}
            queue = [module]
            while queue:
                current = queue.pop(0)
                for target in imports(current):
                    if target.split(".")[0] == "discord":
                        chain = [target]
                        step = current
                        while step:
                            chain.append(step)
                            step = came_from[step]
                        chains.append(" -> ".join(reversed(chain)))
                        queue.clear()
                        break
                    if target in MODULES and target not in came_from:
                        came_from[target] = current
                        queue.append(target)

    assert chains == []


def test_no_import_circle() -> None:
    graph = {m: {t for t in imports(m) if t in MODULES and t != m} for m in MODULES}

    list(TopologicalSorter(graph).static_order())  # raises CycleError, with the circle


def test_folders_stay_small_enough_to_see() -> None:
    files = (path for path in MODULES.values() if path.stem != "__init__")
    counts = Counter(str(path.relative_to(ROOT).parent) for path in files)
    wrong = [f"{folder}: {n} files" for folder, n in counts.items() if n > MOST_FILES]

    assert not wrong, "group them by idea"


NOT_FOR_RULES = ("bot", "sandbox", "discord", "storage", "sqlalchemy", "aiosqlite", "asyncpg")
"""What the tests of the engine do without."""


def loaded(path: Path) -> Iterator[str]:
    """The dotted names that a test or helper imports; of a conftest.py those that it imports when loaded."""
    if name(path) in MODULES:
        yield from imports(name(path))
        return
    tree = ast.parse(path.read_bytes())
    for node in tree.body if path.name == "conftest.py" else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def source(target: str) -> Path | None:
    """The file of ours that holds a dotted name."""
    parts = target.split(".")
    places = [ROOT.joinpath(*parts[:n]) for n in range(len(parts), 0, -1)]
    files = (file for place in places for file in (place.with_suffix(".py"), place / "__init__.py"))
    return next((file for file in files if file.exists()), None)


def test_tests_of_the_engine_need_neither_bot_nor_database() -> None:
    """Neither they, nor what they import of ours, nor any conftest.py above them."""
    above = [ROOT / "conftest.py", ROOT / "tests" / "conftest.py"]
    queue = [*sorted((ROOT / "tests" / "engine").rglob("*.py")), *above]
    known, wrong = set(queue), []
    for path in queue:
        for target in loaded(path):
            if target.split(".")[0] in NOT_FOR_RULES:
                wrong.append(f"{path.relative_to(ROOT)} imports {target}")
            elif (file := source(target)) and file not in known:
                known.add(file)
                queue.append(file)

    assert not wrong, "\n".join(wrong)


def test_tests_are_in_folders_small_enough_to_see() -> None:
    counts = Counter(path.relative_to(ROOT).parent for path in (ROOT / "tests").rglob("*.py"))

    assert [str(folder) for folder, n in counts.items() if n > MOST_TEST_FILES] == []


def names_in_code() -> set[str]:
    """Every word in the code of the project, its strings included, but for docstrings, and of its texts."""
    words: set[str] = set()
    for path in SOURCES.values():
        words.update(re.findall(r"\w+", without_docstrings_and_comments(path.read_text("utf-8"))))
    for path in (ROOT / "bot" / "i18n" / "locale").glob("*.yaml"):
        words.update(re.findall(r"\w+", path.read_text("utf-8")))
    return words


def test_docstrings_name_nothing_that_is_gone() -> None:
    known = names_in_code()
    wrong = [
        f"{MODULES[module].relative_to(ROOT)}:{node.lineno} `{name}`"
        for module, node in nodes(ast.Expr)
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for name in re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)*)`", node.value.value)
        if not set(name.split(".")) <= known
    ]

    assert wrong == []
