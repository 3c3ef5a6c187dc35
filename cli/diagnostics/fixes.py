"""Safe corrections, written back to the files."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TYPE_CHECKING

from ...interpreter.diagnostics import printable
from ..files import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def fix_files(files: Sequence[str]) -> Iterator[str]:
    """Apply safe corrections, and yield a line for each.

    Bundled rulesets, named without a path, are left alone.
    """
    from ...interpreter.authoring.fixing import fixed
    from ...interpreter.source.files import read_source
    from ...rulesets import path as bundled

    for file in files:
        source, _ = read_source(file)
        if source is None or bundled(file) is not None:
            continue
        result = fixed(source)
        if not result.done:
            continue
        path = Path(file)
        mark = codecs.BOM_UTF8 if path.read_bytes().startswith(codecs.BOM_UTF8) else b""
        replace_file(path, mark + result.text.encode("utf-8"))
        for each, text in result.done:
            fix = each.fix
            if fix is not None:
                line, column = text.position(fix.span.start)
                old = printable(text.excerpt(fix.span))
                new = printable(fix.replacement)
                what = f"'{old}' is now '{new}'" if old and new else f"removed '{old}'"
                what = what if old else f"added '{new}'"
                yield f"{printable(file)}:{line}:{column}: {each.code} {what}"
