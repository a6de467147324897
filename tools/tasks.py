"""The tasks behind the Makefile: set Grognard up, run it and test it, on Linux, macOS and Windows.

    python tools/tasks.py setup     .venv with everything the bot needs, exactly as locked
    python tools/tasks.py run       the same, then `grognard run`; further words are passed on
    python tools/tasks.py test      the same with the test tools, then the tests; further words go to pytest
    python tools/tasks.py bench     the same, then the benchmarks; further words are passed on
    python tools/tasks.py load      the same, then the bot under load; further words are passed on
    python tools/tasks.py ladder    the same, then the levels of the computer player against each other
    python tools/tasks.py wheel     build the wheel, install it by itself, start the bot from it
    python tools/tasks.py container make the container image (or carry out its steps), start the bot in it
    python tools/tasks.py mutate    single faults that the tests ought to notice; further words are passed on
    python tools/tasks.py lint      ruff and mypy
    python tools/tasks.py audit     known vulnerabilities of what is locked
    python tools/tasks.py lock      rewrite the lock files (needs uv); with --upgrade, newer versions
    python tools/tasks.py clean     delete what the above made; games (data/) and .env stay

On Windows say `py` instead of `python`. Any Python from 3.7 can start this script; it looks for 3.11 or later
by itself, and nothing else is needed. Doing it twice costs nothing: .venv remembers what was set up, until a
lock file, pyproject.toml or the list of packages changes. Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
SUFFIX = ".exe" if os.name == "nt" else ""
PYTHON = BIN / ("python" + SUFFIX)
LOG = VENV / "setup.log"

OLDEST = (3, 11)
PYTHON_NAMES = ("python3", "python3.14", "python3.13", "python3.12", "python3.11", "python")
LOCKS = {"runtime": ROOT / "requirements.lock", "dev": ROOT / "requirements-dev.lock"}
CONTENTS = {"runtime": "what the bot needs", "dev": "what the bot and its tests need"}
CACHES = (".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "build", "grognard.egg-info")


class SetupError(Exception):
    """Something the reader must mend; the message says what."""


def setup(kind: str) -> None:
    """Installs what is locked for `kind` ("runtime" or "dev") and the project itself, unless it was done."""
    if PYTHON.exists() and stamp_file(kind).exists() and stamp_file(kind).read_text() == fingerprint(kind):
        return
    if is_link_elsewhere():
        raise SetupError(
            f"{VENV} leads to {os.path.realpath(str(VENV))}, which was not set up from here.\n"
            "It was left as it is, since another checkout may be using it. For an environment of its own\n"
            "here, take the link away (only the link) and say this again."
        )
    if not is_usable():
        python = interpreter()
        print(f"Making .venv with {python}", flush=True)
        if call([python, "-m", "venv", "--clear", str(VENV)]):
            raise SetupError("Could not make .venv; what Python said stands above.")
    print(f"Installing {CONTENTS[kind]} (about a minute) ...", flush=True)
    install("--require-hashes", "-r", str(LOCKS[kind]))
    install("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    for done in ("runtime", kind):  # the dev lock holds all of the runtime lock
        stamp_file(done).write_text(fingerprint(done))
    print("Ready.", flush=True)


def stamp_file(kind: str) -> Path:
    return VENV / f"setup-{kind}.stamp"


def fingerprint(kind: str) -> str:
    """A fingerprint of all that decides what is installed: lock, pyproject, packages, and where we stand."""
    digest = hashlib.sha256(repr((str(ROOT), packages())).encode())
    for path in (LOCKS[kind], ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def packages() -> list[str]:
    """The project's own top-level packages."""
    return sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")


def is_usable() -> bool:
    """Whether .venv can be kept: its Python runs, is new enough, and was made here rather than moved here."""
    if not PYTHON.exists() or refusal(str(PYTHON), "pip"):
        return False
    made_in = (VENV / "pyvenv.cfg").read_text(errors="replace")
    return "command" not in made_in or str(VENV) in made_in


def is_link_elsewhere() -> bool:
    """Whether .venv is a link to an environment made from elsewhere: not ours to clear or to install in."""
    real = Path(os.path.realpath(str(VENV)))
    if os.path.normcase(str(real)) == os.path.normcase(str(VENV)) or not real.is_dir():
        return False
    config = real / "pyvenv.cfg"
    if config.exists():
        return str(VENV) not in config.read_text(errors="replace")
    return any(real.iterdir())


def interpreter() -> str:
    """A Python new enough to make .venv with: this one, or one on the PATH.

    Raises SetupError saying what is wrong with each that was found.
    """
    candidates = [sys.executable] + [path for path in map(shutil.which, PYTHON_NAMES) if path]
    reasons = []
    for path in dict.fromkeys(candidates):
        reason = refusal(path)
        if not reason:
            return path
        reasons.append(f"  {path}: {reason}")
    raise SetupError(
        f"Grognard needs Python {version_text(OLDEST)} or later with venv. Found:\n" + "\n".join(reasons)
    )


def refusal(python: str, needs: str = "venv, ensurepip") -> str:
    """Why this Python cannot be used; empty when it can."""
    asks = "import sys; print(*sys.version_info[:2]); import " + needs
    pipe = subprocess.PIPE
    try:
        run = subprocess.run([python, "-c", asks], stdout=pipe, stderr=pipe, text=True)
    except OSError as error:
        return str(error)
    version = tuple(map(int, run.stdout.split()))
    if not version:
        return "does not start"
    if version < OLDEST:
        return f"is {version_text(version)}"
    if run.returncode:
        return f"venv is missing (on Debian and Ubuntu: apt install python{version_text(version)}-venv)"
    return ""


def version_text(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def install(*words: str) -> None:
    """Installs into .venv. Where packages come from is pip's own configuration; what it says goes to a file.

    Raises SetupError with pip's last words when it fails.
    """
    quiet = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    command = [str(PYTHON), "-m", "pip", "install", *quiet, *words]
    with LOG.open("wb") as log:
        failed = subprocess.call(command, cwd=str(ROOT), stdout=log, stderr=subprocess.STDOUT)
    if failed:
        last = LOG.read_text(errors="replace").splitlines()[-12:]
        raise SetupError("\n".join([*last, f"Could not install. All that pip said is in {LOG}"]))


def call(command: list[str]) -> int:
    return subprocess.call(command, cwd=str(ROOT))


def replace_process(command: list[str]) -> int:
    """Runs a command in our place, so that signals reach it and nothing else."""
    if os.name == "posix":
        os.chdir(str(ROOT))
        os.execv(command[0], command)
    process = subprocess.Popen(command, cwd=str(ROOT))
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # the child gets the signal, too: let it finish
            continue


def run(words: list[str]) -> int:
    setup("runtime")
    return replace_process([str(BIN / ("grognard" + SUFFIX)), "run", *words])


def test(words: list[str]) -> int:
    setup("dev")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes would compile every module again
    return replace_process([str(PYTHON), "-m", "pytest", "-n", "4", "--dist", "loadgroup", "-rs", *words])


def bench(words: list[str]) -> int:
    """All benchmarks, rivals included as far as they are installed, or those that are named."""
    setup("dev")
    return replace_process([str(PYTHON), "-m", "bench", *(words or ["--peers"])])


def ladder(words: list[str]) -> int:
    """Sets up with the test tools, then plays the levels of the computer player against each other."""
    setup("dev")
    return replace_process([str(PYTHON), "-m", "bench.ladder", *words])


def load(words: list[str]) -> int:
    """A thousand games at once, and what that takes in time and memory."""
    setup("dev")
    return replace_process([str(PYTHON), "-m", "bench.load", *words])


def mutate(words: list[str]) -> int:
    """Faults that the tests ought to notice; a quarter of an hour and more for each part."""
    setup("dev")
    os.environ.setdefault("LONG", "1")  # a fault that only a long test notices is noticed
    return replace_process([str(PYTHON), str(ROOT / "tools" / "mutate.py"), *words])


def wheel(words: list[str]) -> int:
    """What people install, tried where nothing else is: the checkout must not be needed."""
    setup("dev")
    return call([str(PYTHON), str(ROOT / "tools" / "wheel.py")])


def container(words: list[str]) -> int:
    """What deploy/Dockerfile makes, tried against a local Discord."""
    setup("dev")
    return call([str(PYTHON), str(ROOT / "tools" / "container.py")])


def lint(words: list[str]) -> int:
    setup("dev")
    ours = [word for name in packages() for word in ("-p", name)]
    checks = [["ruff", "check"], ["ruff", "format", "--check"], ["mypy", *ours], ["mypy", "tools"]]
    return max([call([str(PYTHON), "-m", *check]) for check in checks])


def audit(words: list[str]) -> int:
    setup("dev")
    return call([str(PYTHON), str(ROOT / "tools" / "audit.py")])


def lock(words: list[str]) -> int:
    """Compiles both lock files; the second may not differ from the first in any version."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(BIN))
    if not uv:
        raise SetupError("Locking takes uv, which is not installed: `pipx install uv`, or `pip install uv`.")
    again = ["--custom-compile-command", "make lock"]
    how = ["--universal", "--python-version", version_text(OLDEST), "--generate-hashes", "--quiet", *again]
    both = [uv, "pip", "compile", *how, "--group", "build", "pyproject.toml", *words]
    return call([*both, "-o", LOCKS["runtime"].name]) or call(
        [*both, "--extra", "dev", "-c", LOCKS["runtime"].name, "-o", LOCKS["dev"].name]
    )


def clean(words: list[str]) -> int:
    for path in [VENV] + [ROOT / name for name in CACHES]:
        shutil.rmtree(str(path), ignore_errors=True)
    for path in list(ROOT.rglob("__pycache__")):
        shutil.rmtree(str(path), ignore_errors=True)
    return 0


def main(words: list[str]) -> int:
    tasks = {
        "run": run,
        "test": test,
        "bench": bench,
        "ladder": ladder,
        "load": load,
        "mutate": mutate,
        "wheel": wheel,
        "container": container,
        "lint": lint,
        "audit": audit,
        "lock": lock,
        "clean": clean,
    }
    if words == ["setup"]:
        setup("runtime")
        return 0
    if not words or words[0] not in tasks:
        print(__doc__)
        return 2
    return tasks[words[0]](words[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
