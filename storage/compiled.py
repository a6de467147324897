"""Statements compiled once for a database, for a driver that runs them without SQLAlchemy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler

STATEMENTS_KEPT = 64
"""More than there are statements whose result nothing waits for; these are built once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parameter:
    """One parameter: its name, its value where none is given, and how a value becomes what is stored."""

    name: str
    constant: Any
    stored: Callable[[Any], Any] | None

    def of(self, given: Mapping[str, Any]) -> Any:
        value = given.get(self.name, self.constant)
        return value if self.stored is None else self.stored(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledStatement:
    """The SQL of a statement with a question mark for each parameter."""

    sql: str
    parameters: tuple[_Parameter, ...]

    def values(self, given: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values of its parameters, in order."""
        return tuple([parameter.of(given) for parameter in self.parameters])


@lru_cache(maxsize=STATEMENTS_KEPT)
def compiled(statement: Executable, names: frozenset[str], dialect: Dialect) -> CompiledStatement:
    """A statement, given the names of its parameters, in the SQL of a dialect with parameters by place."""
    result = statement.compile(dialect=dialect, column_keys=sorted(names))  # type: ignore[attr-defined]
    assert isinstance(result, SQLCompiler)
    constants = result.params
    places = [
        _Parameter(
            name=name,
            constant=constants[name],
            stored=result.binds[name].type.dialect_impl(dialect).bind_processor(dialect),
        )
        for name in result.positiontup or ()
    ]
    return CompiledStatement(sql=result.string, parameters=tuple(places))
