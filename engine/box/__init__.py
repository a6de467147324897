"""What lies in the box: a Scenario built out of plain dicts, lists and texts, every mistake named.

Every value is a text; this package turns texts into values. A text that knows its origin carries an
attribute `where` ("map.yaml:12"), which a mistake then names. Nothing is read from disk here.
"""

from __future__ import annotations

from engine.box.building import build, plain
from engine.box.charts import merged

__all__ = ["build", "merged", "plain"]
