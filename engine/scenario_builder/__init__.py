"""Build a Scenario from plain dicts, lists and texts; every mistake names file, line and key.

Every value is a text; this package turns texts into values. A text that knows its origin carries an
attribute `where` ("map.yaml:12"), which a mistake then names. Nothing is read from disk here.
"""

from __future__ import annotations

from engine.scenario_builder.build import build, plain
from engine.scenario_builder.charts import merged

__all__ = ["build", "merged", "plain"]
