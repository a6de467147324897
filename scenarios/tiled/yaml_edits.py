"""Change entries of a YAML file and leave everything else as its author wrote it, comments included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

Path = tuple[str | int, ...]
"""The names and numbers (from 0) that lead to an entry."""


class YamlEdits:
    """The text of a file, and the changes that wait to be made in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines(keepends=True)
        self._root: Any = yaml.compose(text, Loader=yaml.BaseLoader)
        self._edits: list[tuple[int, int, str]] = []
        self._added: list[str] = []

    def node(self, path: Path) -> Any:
        """The node of an entry, or None."""
        node = self._root
        for step in path:
            if isinstance(node, yaml.MappingNode):
                node = next((value for key, value in node.value if key.value == str(step)), None)
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
                node = node.value[step] if step < len(node.value) else None
            else:
                return None
        return node

    def put(self, path: Path, word: str) -> None:
        """Write another word, or a list in brackets, in place of an entry that is there, or add an entry to a
        mapping that is there."""
        node = self.node(path)
        if node is not None:
            self._edits.append((node.start_mark.index, _end(node), word))
            return
        holder = self.node(path[:-1])
        if not isinstance(holder, yaml.MappingNode) or not holder.value:
            self._added.append(_nested(path, word))
        elif holder.flow_style:
            at = _end(holder.value[-1][1])
            self._edits.append((at, at, f", {path[-1]}: {word}"))
        else:
            key, last = holder.value[-1]
            at = self._line_end(_end(last))
            self._edits.append((at, at, f"{' ' * key.start_mark.column}{path[-1]}: {word}\n"))

    def put_rows(self, path: Path, rows: Sequence[str]) -> None:
        """Write the rows of a list of texts. A row that stays keeps its line, with what its author noted
        there; of rows of as many signs only the signs that are others change."""
        node = self.node(path)
        kept: dict[str, str] = {}
        lined = isinstance(node, yaml.SequenceNode) and not node.flow_style
        if (
            lined
            and len(node.value) == len(rows)
            and all(_alike(n.value, row) for n, row in _pairs(node, rows))
        ):
            for inner, row in _pairs(node, rows):
                if "".join(inner.value.split()) != "".join(row.split()):
                    self._edits.append((inner.start_mark.index, _end(inner), _respelt(inner.value, row)))
            return
        if lined:
            kept = {n.value: self._lines[n.start_mark.line] for n in node.value if _one_line(n)}
        self._put_block(path, node, "".join(kept.get(row, f"  - {row}\n") for row in rows))

    def put_names(self, path: Path, names: Mapping[str, str]) -> None:
        """Write the entries of a mapping of words; those that stay keep their lines."""
        node = self.node(path)
        kept: dict[tuple[str, str], str] = {}
        if isinstance(node, yaml.MappingNode) and not node.flow_style:
            for key, value in node.value:
                if isinstance(value, yaml.ScalarNode) and _one_line(value):
                    kept[key.value, value.value] = self._lines[key.start_mark.line]
        lines = (kept.get((name, word), f"  {name}: {word}\n") for name, word in names.items())
        self._put_block(path, node, "".join(lines))

    def _put_block(self, path: Path, node: Any, block: str) -> None:
        """Write lines in place of what stands under a name at the margin; without lines, nothing remains."""
        (name,) = path
        if node is None:
            self._added.append(f"{name}:\n{block}" if block else "")
            return
        key = next(key for key, _ in self._root.value if key.value == name)
        start, end = key.start_mark.index, self._line_end(_end(node))
        head = self.text[start : self._line_end(start)].rstrip("\n")
        if node.start_mark.line == key.start_mark.line and node.value:
            head = f"{name}:"
        self._edits.append((start, end, f"{head}\n{block}" if block else ""))

    def _line_end(self, at: int) -> int:
        """Where the line after a place in the text begins."""
        after = self.text.find("\n", at)
        return len(self.text) if after < 0 else after + 1

    def edited(self) -> str:
        """The text with all changes made."""
        text = self.text
        for start, end, new in sorted(self._edits, reverse=True):
            text = text[:start] + new + text[end:]
        added = [block for block in self._added if block]
        if added and not text.endswith("\n"):
            text += "\n"
        return text + "".join(f"\n{block}" for block in added)


def _end(node: Any) -> int:
    """Where a node ends in the text: of block lists and mappings, their last word."""
    if isinstance(node, yaml.ScalarNode) or node.flow_style or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _end(last[1] if isinstance(last, tuple) else last)


def _one_line(node: Any) -> bool:
    return bool(node.start_mark.line == node.end_mark.line)


def _pairs(node: Any, rows: Sequence[str]) -> Iterator[tuple[Any, str]]:
    return zip(node.value, rows, strict=True)


def _alike(old: str, new: str) -> bool:
    """Whether two rows have as many signs, each standing for a hex."""
    single = all(len(word) == 1 for word in new.split())
    return single and len("".join(old.split())) == len("".join(new.split()))


def _respelt(old: str, new: str) -> str:
    """The signs of the new row with the blanks of the old one."""
    signs = iter("".join(new.split()))
    return "".join(sign if sign.isspace() else next(signs) for sign in old)


def _nested(path: Path, word: str) -> str:
    """An entry that nothing of is there yet, as lines."""
    lines = [f"{'  ' * depth}{name}:" for depth, name in enumerate(path)]
    return "\n".join([*lines[:-1], f"{lines[-1]} {word}"]) + "\n"
