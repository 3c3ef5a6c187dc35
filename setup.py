"""The steps of the build that pyproject.toml cannot name.

The repository root is the package `cardrules`, whatever the checkout is called. A link with that
name lets Python and type checkers import it from there: the build does so for the tables of the
parser (`interpreter/syntax/parser_tables.py`) and the trees of the runtime's functions
(`interpreter/core/source.py`) and what the rulesets tell about themselves (`interpreter/authoring/catalogue.py`),
which it puts into the wheel, and an editable installation puts the folder of the link on the path.
"""

import subprocess
import sys
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
LINK = ROOT / ".editable" / "cardrules"
FOLDERS = ("interpreter", "schema", "cli", "environments", "table", "rulesets")


def link() -> None:
    """Make the link, where it does not lead to this checkout already.

    Windows allows symbolic links to few users, and junctions to all.
    """
    if LINK.exists() and LINK.samefile(ROOT):
        return
    LINK.parent.mkdir(exist_ok=True)
    LINK.unlink(missing_ok=True)
    if sys.platform == "win32":
        subprocess.run(["cmd", "/c", "mklink", "/J", str(LINK), str(ROOT)], check=True)
    else:
        LINK.symlink_to("..", target_is_directory=True)


class BuildPyWithTables(build_py):
    """Copies the package's files, and adds the tables."""

    def run(self) -> None:
        """Copy, then build."""
        super().run()
        if self.editable_mode:
            for module, _ in BUILT:
                module.refresh()
        else:
            for module, file in BUILT:
                module.refresh(self._built(file))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Return the files that are installed."""
        built = [str(self._built(file)) for _, file in BUILT]
        return [*super().get_outputs(include_bytecode), *built]

    def _built(self, file: Path) -> Path:
        """Return where the package to be installed has a file of the checkout."""
        return Path(self.build_lib, "cardrules", file.relative_to(ROOT))


link()
sys.path.insert(0, str(LINK.parent))
from cardrules.interpreter.authoring import catalogue  # noqa: E402
from cardrules.interpreter.core import source  # noqa: E402
from cardrules.interpreter.syntax import parser_tables  # noqa: E402

BUILT = (parser_tables, parser_tables.TABLES), (source, source.TREES), (catalogue, catalogue.INDEX)

if __name__ == "__main__":
    packages = find_packages(str(ROOT), include=[*FOLDERS, *(f"{name}.*" for name in FOLDERS)])
    editable = "editable_wheel" in sys.argv
    setup(
        script_name="setup.py",  # which is no module of the package
        packages=["cardrules", *(f"cardrules.{name}" for name in packages)],
        package_dir={"": LINK.parent.name} if editable else {"cardrules": "."},
        cmdclass={"build_py": BuildPyWithTables},
    )
