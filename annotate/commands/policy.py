"""The policy file that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agreement.policy import Policy, default_policy, policy_from_toml
from data.errors import InputError

PolicyOption = Annotated[
    Path | None, typer.Option("--policy", metavar="FILE", help="Policy as TOML, see docs/gate.md.")
]


def policy_of(file: Path | None) -> Policy:
    """The policy of a file; the default one without a file. InputError names the file and what is wrong in it."""
    if file is None:
        return default_policy()
    try:
        return policy_from_toml(file.read_text(encoding="utf-8-sig"), file.stem)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(file)) from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8; save the file as UTF-8", file=str(file)) from error
    except ValueError as error:
        raise InputError(str(error), file=str(file)) from error
