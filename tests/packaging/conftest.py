"""The distributions of the package, built once from a copy of the repository."""

import sys
from pathlib import Path
from shutil import copyfile, which

import pytest

from tests.packaging.programs import run

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def files() -> list[str]:
    """The files of the repository; whatever else lies in the checkout is somebody's own."""
    if which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("the expected contents come from git, and this is no git checkout")
    # A checkout that belongs to another user is none that git would read without being told.
    listed = run("git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", cwd=ROOT).split("\0")
    return [name for name in listed if name and (ROOT / name).is_file()]


@pytest.fixture(scope="session")
def distributions(files: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution, built from a copy without leftovers."""
    source = tmp_path_factory.mktemp("source")
    for name in files:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(ROOT / name, source / name)
    output = tmp_path_factory.mktemp("dist")
    options = ("--no-isolation", "--wheel", "--sdist", "--outdir", str(output))
    run(sys.executable, "-m", "build", *options, str(source))
    return output
