"""The pages of `docs/codes`, which are installed with the package."""

from __future__ import annotations

from importlib.resources import files


def page(code: str) -> str | None:
    """Return the page of a diagnostic code as Markdown, None if there is none."""
    path = files("cardrules").joinpath("docs", "codes", f"{code}.md")
    return path.read_text("utf-8") if path.is_file() else None


def meaning(code: str) -> str:
    """Return the first paragraph of the page of a code, which says what it means."""
    paragraphs = (page(code) or "").split("\n\n")
    return " ".join(paragraphs[1].split()) if len(paragraphs) > 1 else ""
