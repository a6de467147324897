"""Carry out a Dockerfile's own steps in plain folders, where no builder of images runs.

Every stage is a folder laid over a Debian system of the base image's release (overlayfs, chroot): RUN, COPY,
ENV, USER and WORKDIR do what they do in a builder. The base is bootstrapped from Debian's packages, so it is
not the very image that the Dockerfile pins. Linux, as root.
"""

from __future__ import annotations

import fnmatch
import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

RELEASE = "trixie"
"""The Debian release of the base image, whose Python is 3.13 as well."""
BASE = "python3,python3-venv,ca-certificates"


class StepFailed(Exception):
    """A step went wrong; the message says which, and what it said."""


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction: its word and the rest of its line."""

    word: str
    rest: str


@dataclass(slots=True)
class Stage:
    """What one FROM leads to. `user` as in USER: "" is root."""

    root: Path
    env: dict[str, str] = field(default_factory=dict)
    user: str = ""
    folder: str = "/"
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)


def steps(text: str) -> list[Step]:
    """The instructions of a Dockerfile, continued lines joined."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    found = [line.strip().partition(" ") for line in joined.splitlines() if line.strip()]
    return [Step(word.upper(), rest.strip()) for word, _, rest in found]


def ignored(name: str, rules: str) -> bool:
    """Whether a file of the context, named by its path, stays out: the last rule that fits it decides."""
    out = False
    for rule in filter(None, map(str.strip, rules.splitlines())):
        pattern, brings_back = rule.removeprefix("!"), rule.startswith("!")
        if rule.startswith("#"):
            continue
        whole = [name, *(str(parent) for parent in Path(name).parents if str(parent) != ".")]
        short = pattern.removeprefix("**/")
        tried = [p for path in whole for p in (path, Path(path).name if short != pattern else path)]
        if any(fnmatch.fnmatch(each, short) for each in tried):
            out = not brings_back
    return out


def bootstrap(folder: Path, mirror: str) -> Path:
    """A small Debian with Python, `python` being its name as in the base image."""
    root = folder / "base"
    call = ["debootstrap", "--variant=minbase", f"--include={BASE}", RELEASE, str(root), mirror]
    _must(call, "debootstrap")
    (root / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    for name in ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):
        here = Path("/") / name
        if here.is_file():  # how this machine reaches its package registries
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(here, root / name)
    return root


class Steps:
    """Carries out the steps of a Dockerfile; `context` holds what COPY may take."""

    def __init__(self, folder: Path, base: Path, context: Path, rules: str) -> None:
        self._folder, self._base, self._context, self._rules = folder, base, context, rules
        self._stages: dict[str, Stage] = {}
        self._mounted: list[Path] = []

    def carry_out(self, todo: list[Step]) -> Stage:
        """The last stage. Raises StepFailed."""
        stage: Stage | None = None
        for step in todo:
            if step.word == "FROM":
                name = (
                    step.rest.split()[-1] if " AS " in f" {step.rest.upper()} " else f"#{len(self._stages)}"
                )
                stage = self._stages[name] = Stage(self._lay_over(name.strip("#")))
                continue
            if stage is None:
                raise StepFailed(f"{step.word} before FROM")
            self._carry_out(stage, step)
        if stage is None:
            raise StepFailed("no FROM")
        return stage

    def _carry_out(self, stage: Stage, step: Step) -> None:
        match step.word:
            case "RUN":
                _must(into(stage, ["/bin/sh", "-c", step.rest]), f"RUN {step.rest}", environment(stage))
            case "COPY":
                self._copy(stage, step.rest.split())
            case "ENV":
                for pair in shlex.split(step.rest):
                    name, _, value = pair.partition("=")
                    stage.env[name] = value.replace("$PATH", environment(stage)["PATH"])
            case "USER":
                stage.user = step.rest
            case "WORKDIR":
                stage.folder = step.rest
                (stage.root / step.rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "ENTRYPOINT":
                stage.entrypoint = json.loads(step.rest)
            case "CMD":
                stage.command = json.loads(step.rest)
            case "HEALTHCHECK":
                stage.health = json.loads(step.rest.partition("CMD ")[2])
            case "VOLUME" | "STOPSIGNAL":
                pass
            case _:
                raise StepFailed(f"{step.word}: not known here")

    def _copy(self, stage: Stage, words: list[str]) -> None:
        *sources, target = [word for word in words if not word.startswith("--")]
        origin = next((word.partition("=")[2] for word in words if word.startswith("--from=")), "")
        to = stage.root / target.lstrip("/")
        for source in sources:
            place = (self._stages[origin].root if origin else self._context) / source.lstrip("/")
            if not origin and ignored(source, self._rules):
                raise StepFailed(f"COPY {source}: the build's context leaves it out")
            if place.is_dir():
                shutil.copytree(place, to, symlinks=True, dirs_exist_ok=True, ignore=self._left_out(origin))
            else:
                to.mkdir(parents=True, exist_ok=True)
                shutil.copy(place, to / place.name)

    def _left_out(self, origin: str) -> Callable[[str, list[str]], list[str]] | None:
        def names(folder: str, inside: list[str]) -> list[str]:
            at = Path(folder).relative_to(self._context)
            return [name for name in inside if ignored(str(at / name), self._rules)]

        return None if origin else names

    def _lay_over(self, name: str) -> Path:
        """A stage's own root: the base, with what the stage writes kept apart."""
        place = self._folder / f"stage-{name}"
        for part in ("upper", "work", "root"):
            (place / part).mkdir(parents=True)
        lowerdir, upper, work = self._base, place / "upper", place / "work"
        root = place / "root"
        options = f"lowerdir={lowerdir},upperdir={upper},workdir={work}"
        _must(["mount", "-t", "overlay", "overlay", "-o", options, str(root)], "mount")
        self._mounted.append(root)
        for folder in ("proc", "dev"):
            _must(["mount", "--rbind", f"/{folder}", str(root / folder)], "mount")
            _must(["mount", "--make-rslave", str(root / folder)], "mount")
            self._mounted.append(root / folder)
        return root

    def close(self) -> None:
        """Take all mounts away."""
        for place in reversed(self._mounted):
            subprocess.run(["umount", "--lazy", "--recursive", str(place)], check=False)
        self._mounted.clear()


def environment(stage: Stage) -> dict[str, str]:
    """What a program of a stage finds around it: the stage's own, and how this machine reaches registries."""
    path = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
    passed = {k: v for k, v in os.environ.items() if k.lower().endswith("_proxy") or k.startswith("PIP_")}
    return {"PATH": path, "LANG": "C.UTF-8", **passed, **stage.env}


def into(stage: Stage, words: list[str]) -> list[str]:
    """The call that runs a program in a stage, as its user, in its folder."""
    inner = f"cd {shlex.quote(stage.folder)} && exec {shlex.join(words)}"
    user = [f"--userspec={stage.user}:{stage.user}"] if stage.user else []
    return ["chroot", *user, str(stage.root), "/bin/sh", "-c", inner]


def _must(call: list[str], name: str, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        call, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        raise StepFailed(f"{name}: exit status {done.returncode}\n{(done.stdout + done.stderr)[-2000:]}")
