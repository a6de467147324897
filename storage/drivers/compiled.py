"""Statements compiled once for a kind of database: the SQL, its parameters by place, how values are stored
and read.

A statement that was built once is known again by itself; of one that is built for each call, SQLAlchemy's
key says whether one of the same form was compiled before, with other values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.util import LRUCache

from storage.drivers.rows import Rows

FORMS_KEPT = 1_000
"""More than there are forms of statements in this program, some hundreds."""

Stored = Callable[[Any], Any]
Parameters = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None

_FORMS: LRUCache[Any, CompiledStatement] = LRUCache(FORMS_KEPT)
_KNOWN: WeakKeyDictionary[Executable, dict[Any, _Known]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parameter:
    """One parameter: by which names it may be given, else its place among the values that the statement
    itself holds, or a value that the compiler has added; and how a value becomes what is stored."""

    key: str
    name: str
    place: int | None
    required: bool
    added: Any
    stored: Stored | None

    def of(self, given: Mapping[str, Any], held: Sequence[Any]) -> Any:
        if self.key in given:
            return given[self.key]
        if self.name in given:
            return given[self.name]
        if self.required:
            raise KeyError(self.name)
        return self.added if self.place is None else held[self.place]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledStatement:
    """A form of statement in SQL. `columns` are those of its rows, () for none; None where only the driver
    can name them."""

    sql: str
    parameters: tuple[_Parameter, ...]
    columns: tuple[str, ...] | None
    _read: tuple[tuple[int, Stored], ...]
    """How values are read that the driver does not give as they are, by their place in a row."""
    _expands: SQLCompiler | None
    """What writes the SQL, where that depends on how long lists among the parameters are."""

    def call(self, given: Mapping[str, Any], held: Sequence[Any]) -> tuple[str, tuple[Any, ...]]:
        """The SQL and the values of its parameters, in order."""
        if self._expands is not None:
            return _expanded(self._expands, {each.name: each.of(given, held) for each in self.parameters})
        values = [
            value if each.stored is None else each.stored(value)
            for each in self.parameters
            for value in (each.of(given, held),)
        ]
        return self.sql, tuple(values)

    def rows(self, found: Iterable[Sequence[Any]], names: Iterable[str], rowcount: int) -> Rows:
        """The rows that the driver has found, which calls their columns so."""
        rows = list(found)
        if self._read:
            rows = [self._read_row(row) for row in rows]
        return Rows(tuple(names) if self.columns is None else self.columns, rows, rowcount)

    def _read_row(self, row: Sequence[Any]) -> Sequence[Any]:
        values = list(row)
        for place, read in self._read:
            values[place] = read(values[place])
        return tuple(values)


class Call(NamedTuple):
    """What a driver is to run: SQL with the values of its parameters; `many`: a list of them, for each."""

    statement: CompiledStatement
    sql: str
    values: Sequence[Any]
    many: bool


class _Known(NamedTuple):
    """A statement, compiled, and the values that it holds itself."""

    compiled: CompiledStatement
    held: tuple[Any, ...]


def call(statement: Executable, parameters: Parameters, dialect: Dialect) -> Call:
    """How a driver runs a statement with these parameters, or once with each of a list. Raises KeyError
    where one is missing."""
    if parameters is None or isinstance(parameters, Mapping):
        given = parameters or {}
        known = _known(statement, frozenset(given), False, dialect)
        return Call(known.compiled, *known.compiled.call(given, known.held), False)
    known = _known(statement, frozenset(parameters[0]), True, dialect)
    values = [known.compiled.call(each, known.held)[1] for each in parameters]
    return Call(known.compiled, known.compiled.sql, values, True)


def _known(statement: Executable, names: frozenset[str], many: bool, dialect: Dialect) -> _Known:
    ways = _KNOWN.setdefault(statement, {})
    way = (names, many, dialect.name)
    known = ways.get(way)
    if known is None:
        key = statement._generate_cache_key()  # type: ignore[attr-defined]
        held = () if key is None else tuple(key.bindparams)  # without a key, each has a form of its own
        form = (way, statement if key is None else key.key)
        compiled = _FORMS.get(form)
        if compiled is None:
            compiled = _compile(statement, names, many, dialect, [each.key for each in held])
            _FORMS[form] = compiled
        known = ways[way] = _Known(compiled, tuple(each.effective_value for each in held))
    return known


def _compile(
    statement: Executable, names: frozenset[str], many: bool, dialect: Dialect, held: Sequence[str]
) -> CompiledStatement:
    result = statement.compile(  # type: ignore[attr-defined]
        dialect=dialect, column_keys=sorted(names), for_executemany=many
    )
    assert isinstance(result, SQLCompiler)
    places = {key: place for place, key in enumerate(held)}
    found = result._result_columns
    reads = [entry.type._cached_result_processor(dialect, None) for entry in found]
    changes = result.isinsert or result.isupdate or result.isdelete
    expands = bool(result.post_compile_params or result.literal_execute_params)
    return CompiledStatement(
        sql=result.string,
        parameters=tuple(
            _Parameter(
                key=bind.key,
                name=name,
                place=places.get(bind.key),
                required=bind.required,
                added=None if bind.required else bind.effective_value,
                stored=bind.type._cached_bind_processor(dialect),
            )
            for name in result.positiontup or ()
            for bind in (result.binds[name],)
        ),
        columns=tuple(entry.keyname for entry in found) if found or changes else None,
        _read=tuple((place, read) for place, read in enumerate(reads) if read is not None),
        _expands=result if expands else None,
    )


def _expanded(result: SQLCompiler, values: Mapping[str, Any]) -> tuple[str, tuple[Any, ...]]:
    state = result.construct_expanded_state(values)
    stored: dict[str, Any] = {**result._bind_processors, **state.processors}
    stated = ((stored.get(name), state.parameters[name]) for name in state.positiontup or ())
    return state.statement, tuple([value if store is None else store(value) for store, value in stated])
