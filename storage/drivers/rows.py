"""What a statement has found or changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Found(Generic[T]):
    """Rows in one form, in order."""

    __slots__ = ("_rows",)

    def __init__(self, rows: list[T]) -> None:
        self._rows = rows

    def __iter__(self) -> Iterator[T]:
        return iter(self._rows)

    def all(self) -> list[T]:
        """All of them."""
        return self._rows

    def first(self) -> T | None:
        """The first one; None where there is none."""
        return self._rows[0] if self._rows else None

    def one(self) -> T:
        """The only one. Raises LookupError where there is none, or another."""
        if len(self._rows) != 1:
            raise LookupError(f"one row was expected, not {len(self._rows)}")
        return self._rows[0]


class Rows(Found[Sequence[Any]]):
    """The rows of a statement, each with its values in the order of `columns`. `rowcount`: how many rows it
    has found or changed; -1 where the database does not say."""

    __slots__ = ("_columns", "rowcount")

    def __init__(self, columns: Sequence[str], rows: list[Sequence[Any]], rowcount: int) -> None:
        super().__init__(rows)
        self._columns = columns
        self.rowcount = rowcount

    def mappings(self) -> Found[dict[str, Any]]:
        """The rows by the names of their columns."""
        columns = self._columns
        return Found([dict(zip(columns, row, strict=True)) for row in self._rows])

    def scalars(self) -> Found[Any]:
        """The first value of each row."""
        return Found([row[0] for row in self._rows])

    def scalar_one(self) -> Any:
        """The first value of the only row. Raises LookupError where there is none, or another."""
        return self.one()[0]

    def scalar_one_or_none(self) -> Any:
        """The first value of the only row; None where there is none. Raises LookupError where there are
        several."""
        return self.one()[0] if self._rows else None
