"""The names of the formats of diagnostics."""

from typing import Literal, TypeAlias

Format: TypeAlias = Literal["full", "concise", "json", "github", "sarif", "junit", "gitlab"]
