"""What all tables share: types of columns, names of constraints."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Integer, MetaData, Text, TypeDecorator

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "ck": "%(table_name)s_%(constraint_name)s_ck",
    }
)

WHOLE = BigInteger().with_variant(
    Integer(), "sqlite"
)  # 64 bits in both; SQLite's row ids want the word INTEGER
TEXT = Text().with_variant(Text(collation="C"), "postgresql")  # sorts by code points in both


class AnyText(TypeDecorator[str]):
    """Text from people or from Discord, without what not every database can hold: NUL and lone surrogates."""

    impl = TEXT
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        """The text as stored."""
        if value is None or (value.isascii() and "\0" not in value):
            return value
        return value.replace("\0", "\ufffd").encode("utf-8", "replace").decode()


def json_column(name: str, nullable: bool = False, opens: str = "{") -> tuple[Column[str], CheckConstraint]:
    """A column of JSON that begins with `opens`, and the check that it does."""
    # Not json_valid: with trusted_schema OFF, SQLite before 3.41 takes it for unsafe in a check.
    check = CheckConstraint(f"substr({name}, 1, 1) = '{opens}'", name=f"{name}_json")
    return Column(name, TEXT, nullable=nullable), check


def game_column(on_delete: str | None = None, **options: Any) -> Column[int]:
    """The column `game`; `on_delete`: what becomes of the row when its game is deleted."""
    return Column("game", WHOLE, ForeignKey("games.id", ondelete=on_delete), **options)
