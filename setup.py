"""The one step of the build that pyproject.toml cannot name: the tables of the parser.

They are built from the grammar (`interpreter/syntax/parser_tables.py`), put into the wheel, and
written into the checkout if it is installed as editable.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
spec = spec_from_file_location("cardrules", ROOT / "__init__.py")
assert spec is not None
sys.modules.setdefault("cardrules", module_from_spec(spec))  # the checkout may have any name

from cardrules.interpreter.syntax import parser_tables  # noqa: E402


class BuildPyWithTables(build_py):
    """Copies the package's files, and adds the tables."""

    def run(self) -> None:
        """Copy, then build."""
        super().run()
        if self.editable_mode:
            parser_tables.refresh()
        else:
            parser_tables.refresh(self._tables())

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Return the files that are installed."""
        return [*super().get_outputs(include_bytecode), str(self._tables())]

    def _tables(self) -> Path:
        place = parser_tables.TABLES.relative_to(ROOT)
        return Path(self.build_lib, "cardrules", place)


if __name__ == "__main__":
    setup(script_name="setup.py", cmdclass={"build_py": BuildPyWithTables})
