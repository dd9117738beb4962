"""What tokens cost, from a file the user keeps: prices change too often to come with a program."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from data.errors import InputError

_MILLION = 1_000_000


class Tokens(Protocol):
    """Counts of tokens; those cached are among those that went in."""

    @property
    def tokens_in(self) -> int: ...
    @property
    def tokens_cached(self) -> int: ...
    @property
    def tokens_out(self) -> int: ...


class Price(BaseModel):
    """What a model costs, in the file's currency for a million tokens. `cached` not given: the price of input."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    model: str = Field(min_length=1)
    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)

    def of(self, used: Tokens) -> float:
        """What these tokens cost."""
        cached = self.input if self.cached is None else self.cached
        fresh = used.tokens_in - used.tokens_cached
        return (fresh * self.input + used.tokens_cached * cached + used.tokens_out * self.output) / _MILLION


@dataclass(frozen=True)
class Prices:
    """The prices of a file, by the model's name as the judges' file has it."""

    currency: str
    by_model: Mapping[str, Price]
    file: str

    def of(self, model: str) -> Price:
        """The price of a model. InputError when the file has none: a cost that leaves something out is no cost."""
        if model not in self.by_model:
            raise InputError(f"has no [[price]] for the model '{model}'; add one", file=self.file)
        return self.by_model[model]

    def money(self, amount: float) -> str:
        """An amount as people read it.

        >>> Prices("EUR", {}, "").money(1234.5678), Prices("EUR", {}, "").money(0.00012)
        ('1,234.57 EUR', '0.00012 EUR')
        """
        return f"{amount:,.2f} {self.currency}" if amount >= 0.01 or not amount else f"{amount:.2g} {self.currency}"


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    currency: str = Field(min_length=1)
    price: list[Price] = Field(min_length=1)


def prices_in(path: Path) -> Prices:
    """The prices of a TOML file. InputError names the field at fault."""
    try:
        file = _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"cannot be read as TOML: {error}", file=str(path)) from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part + 1 if isinstance(part, int) else part) for part in first["loc"])
        raise InputError(f"{first['msg'][0].lower()}{first['msg'][1:]}", file=str(path), field=field) from error
    by_model = {price.model: price for price in file.price}
    if len(by_model) < len(file.price):
        raise InputError("gives a model two prices; keep one", file=str(path), field="price")
    return Prices(file.currency, by_model, str(path))
