"""The names of the formats in which diagnostics are shown."""

from typing import Literal, TypeAlias

Format: TypeAlias = Literal["full", "concise", "json", "github", "sarif", "junit", "gitlab"]
