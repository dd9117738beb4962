"""What can go wrong with a judge, in words a person can act on."""

from __future__ import annotations

from data.errors import ToolError


class JudgeError(ToolError):
    """A judge that cannot run, or had to stop."""


class MissingKey(JudgeError):
    """The environment variable that should hold the key of an endpoint is not set."""


class RunStopped(JudgeError):
    """The endpoint said something that would be true of every further request, so none is sent."""


class NotAllowed(JudgeError):
    """An address that may not be asked from here."""


class AlreadyRunning(JudgeError):
    """Another process runs the judge on the same study."""
