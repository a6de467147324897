"""Make the container image and try it: connected to a local Discord, asked for its health, ended by SIGTERM.

Docker or Podman builds it where one runs. Where none does, the Dockerfile's steps are carried out as they
stand in folders over a Debian of the same release (tools/dockerfile.py), which needs Linux, root and
debootstrap. Where neither can be had it says so: exit status 0, or 1 with GROGNARD_NOTHING_SKIPPED=1.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path

import dockerfile

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "deploy" / "Dockerfile"
TOKEN = "container.trial.token"
WITHIN = 60.0
"""Seconds until it is connected and well."""
ENDS_WITHIN = 20.0
STRANGE = ("sandbox", "tests", "bench", "tools")
"""What must not be in the image: the test Discord, tests, tools."""
USER = "10001"


class Image(ABC):
    """An image that was made; `env` of a call comes on top of the image's own."""

    @abstractmethod
    def call(self, words: list[str], env: dict[str, str]) -> list[str]:
        """The call that runs words in it: the bot's when there are none."""

    @abstractmethod
    def environment(self, env: dict[str, str]) -> dict[str, str]:
        """The environment of that call."""

    @abstractmethod
    def close(self) -> None:
        """Delete it."""


class Built(Image):
    """An image of a builder."""

    NAME = "grognard-trial"

    def __init__(self, builder: str) -> None:
        self._builder = builder
        subprocess.run([builder, "build", "-f", str(FILE), "-t", self.NAME, str(ROOT)], check=True)

    def call(self, words: list[str], env: dict[str, str]) -> list[str]:
        """With no more rights than the compose file gives."""
        given = [word for name in env for word in ("-e", name)]
        shut = ["--network=host", "--read-only", "--tmpfs=/tmp", "--cap-drop=ALL"]
        shut += ["--security-opt=no-new-privileges:true", "--init"]
        entry = ["--entrypoint", words[0], self.NAME, *words[1:]] if words else [self.NAME]
        return [self._builder, "run", "--rm", *shut, *given, *entry]

    def environment(self, env: dict[str, str]) -> dict[str, str]:
        """The builder passes on what it is told to."""
        return {**os.environ, **env}

    def close(self) -> None:
        """Only the name: its layers make the next build quick."""
        subprocess.run([self._builder, "rmi", self.NAME], check=False, capture_output=True)


class CarriedOut(Image):
    """The Dockerfile's steps, carried out in folders."""

    def __init__(self, folder: Path) -> None:
        rules = (FILE.parent / "Dockerfile.dockerignore").read_text()
        base = dockerfile.bootstrap(folder, debian_mirror())
        self._steps = dockerfile.Steps(folder, base, ROOT, rules)
        try:
            self._stage = self._steps.carry_out(dockerfile.steps(FILE.read_text()))
        except dockerfile.StepFailed:
            self._steps.close()
            raise

    def call(self, words: list[str], env: dict[str, str]) -> list[str]:
        """As the image's user."""
        return dockerfile.into(self._stage, words or [*self._stage.entrypoint, *self._stage.command])

    def environment(self, env: dict[str, str]) -> dict[str, str]:
        """The stage's own."""
        return {**dockerfile.environment(self._stage), **env}

    def close(self) -> None:
        """Take its folders apart."""
        self._steps.close()


def debian_mirror() -> str:
    """Where this machine takes Debian's packages from."""
    written = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    text = "\n".join(path.read_text() for path in written if path.is_file())
    found = re.search(r"^(?:URIs:\s*|deb\s+(?:\[.*?\]\s*)?)(\S+/debian)/?(?:\s|$)", text, re.MULTILINE)
    return found[1] if found else "http://deb.debian.org/debian"


def made(folder: Path) -> Image | None:
    """The image, made in the best way this machine has; None when it has none."""
    for builder in ("docker", "podman"):
        known = shutil.which(builder)
        if known and subprocess.run([builder, "info"], capture_output=True, check=False).returncode == 0:
            return Built(builder)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return CarriedOut(folder) if root and shutil.which("debootstrap") else None


def faults(image: Image, folder: Path) -> list[str]:
    """What is wrong with an image."""
    inside = f"import importlib.util as u, os; print(os.getuid(), [n for n in {STRANGE} if u.find_spec(n)])"
    looked = _run(image, ["python", "-c", inside])
    if looked != f"{USER} []":
        return [f"who it runs as, and what should not be in it: {looked}"]
    unasked = _run(image, ["grognard", "run", "--no-browser"])
    if "DISCORD_TOKEN" not in unasked or "Traceback" in unasked:
        return [f"without a token it says: {unasked}"]
    return connected(image, folder)


def connected(image: Image, folder: Path) -> list[str]:
    """What goes wrong when it runs on a local Discord, is asked for its health and ended."""
    words = [
        sys.executable,
        "-m",
        "sandbox",
        "--dir",
        str(folder / "discord"),
        "--port",
        "0",
        "--token",
        TOKEN,
    ]
    table = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert table.stdout is not None
    address = table.stdout.readline().split()[1]
    watch = f"127.0.0.1:{free_port()}"
    env = {
        "DISCORD_TOKEN": TOKEN,
        "GROGNARD_API": f"{address}/api/v10",
        "GROGNARD_GATEWAY": f"{address.replace('http', 'ws', 1)}/gateway",
        "GROGNARD_WATCH": watch,
    }
    log = folder / "log"
    with log.open("w") as out:
        bot = subprocess.Popen(
            image.call([], env), env=image.environment(env), stdout=out, stderr=subprocess.STDOUT
        )
    try:
        health = _healthy(image, env)
        bot.send_signal(signal.SIGTERM)
        code = bot.wait(ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        return [f"it did not end within {ENDS_WITHIN} s of SIGTERM:\n{log.read_text()[-2000:]}"]
    finally:
        bot.kill()
        table.terminate()
        table.wait()
    if "NOT OK" in health or "ok" not in health:
        return [f"its health: {health}\n{log.read_text()[-2000:]}"]
    return [f"it ended with {code}:\n{log.read_text()[-2000:]}"] if code else []


def _healthy(image: Image, env: dict[str, str]) -> str:
    """What its health check says once it is well, or at last."""
    until = time.monotonic() + WITHIN
    while True:
        said = _run(image, ["grognard", "health"], env)
        if ("ok" in said and "NOT OK" not in said) or time.monotonic() > until:
            return said
        time.sleep(1)


def _run(image: Image, words: list[str], env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        image.call(words, env or {}),
        env=image.environment(env or {}),
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return (done.stdout + done.stderr).strip()


def free_port() -> int:
    """A free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> int:
    """Make it, try it."""
    with tempfile.TemporaryDirectory(prefix="grognard-container-") as name:
        try:
            image = made(Path(name))
        except (dockerfile.StepFailed, subprocess.CalledProcessError) as error:
            print(f"deploy/Dockerfile: {error}")
            return 1
        if image is None:
            print("Not tried: no Docker or Podman runs here, and no debootstrap for root.")
            return 1 if os.environ.get("GROGNARD_NOTHING_SKIPPED") else 0
        try:
            wrong = faults(image, Path(name))
        finally:
            image.close()
    way = "built" if isinstance(image, Built) else "carried out step by step over Debian's packages"
    print("\n".join(wrong) or f"deploy/Dockerfile: {way}, it connects, is well, and ends.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
