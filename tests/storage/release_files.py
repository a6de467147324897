"""The packed databases of earlier schemas in tests/data/releases."""

from __future__ import annotations

import gzip
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "releases"
PACKED = sorted(FOLDER.glob("schema-*.db.gz"), key=lambda path: path.name.removesuffix(".db.gz"))


def unpack(packed: Path, to: Path) -> Path:
    """Write the database to a file, for this release to open."""
    to.write_bytes(gzip.decompress(packed.read_bytes()))
    return to
