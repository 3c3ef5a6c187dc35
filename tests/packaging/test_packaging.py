"""The installed files are those of the repository, and the import is fast."""

import json
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

import cardrules
from cardrules.interpreter import errors
from cardrules.interpreter.authoring import catalogue
from cardrules.interpreter.core import source
from cardrules.interpreter.syntax import parser_tables
from tests.packaging.programs import run

ROOT = Path(__file__).parents[2]
PACKAGES = ("interpreter", "schema", "cli", "environments", "table", "rulesets")
# In the wheel these are the package itself; in the source distribution everything is.
ROOT_FILES = ("__init__.py", "__main__.py", "py.typed")
BUILT = (
    "cardrules/interpreter/syntax/grammar.tables.json",
    "cardrules/interpreter/core/source.trees.json",
    "cardrules/interpreter/authoring/catalogue.index.json",
)
PAGES = re.compile(r"docs/codes/\w+\.md")  # `cardrules explain` prints them


def imported_by(statement: str) -> set[str]:
    """Return the names of the modules that a fresh interpreter has loaded after a statement."""
    script = f"{statement}\nimport sys\nprint(*sys.modules)"
    return set(run(sys.executable, "-c", script).splitlines()[-1].split())


def test_the_wheel_holds_the_package_and_nothing_else(files: list[str], distributions: Path) -> None:
    expected = {
        f"cardrules/{name}"
        for name in files
        if name in ROOT_FILES or name.split("/")[0] in PACKAGES or PAGES.fullmatch(name)
    } | {*BUILT}
    (wheel,) = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        actual = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert actual == expected


def test_the_source_distribution_holds_the_whole_repository(files: list[str], distributions: Path) -> None:
    (sdist,) = distributions.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        members = [member.name for member in archive.getmembers() if member.isfile()]
    actual = {name.split("/", 1)[1] for name in members}
    # Of no use without git: what git ignores.
    assert set(files) - actual <= {".gitignore", ".gitattributes"}


def test_what_is_built_into_the_wheel_is_what_the_checkout_has(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        tables, trees, index = (json.loads(archive.read(each)) for each in BUILT)
    assert tables["for"] == json.loads(parser_tables.TABLES.read_bytes())["for"]
    assert trees == json.loads(source.TREES.read_bytes())
    assert index == json.loads(catalogue.INDEX.read_bytes())


def test_the_root_folder_holds_the_package_and_how_to_run_it(files: list[str]) -> None:
    """Any other module would be installed as part of it, except the one that builds it."""
    modules = [name for name in files if "/" not in name and name.endswith(".py")]
    assert sorted(modules) == ["__init__.py", "__main__.py", "setup.py"]


def test_importing_the_package_imports_nothing_heavy() -> None:
    loaded = imported_by("import cardrules")
    assert not loaded & {"lark", "jsonschema", "rich", "yaml", "click"}
    assert {name for name in loaded if name.startswith("cardrules.")} == set()


def test_starting_the_command_line_imports_nothing_but_click() -> None:
    statement = "import sys\nfrom cardrules.cli.main import main\n"
    statement += "try: main(['--version'])\nexcept SystemExit: pass"
    loaded = imported_by(statement)
    assert "click" in loaded
    assert not loaded & {"lark", "jsonschema", "rich", "yaml", "importlib.metadata", "difflib"}
    assert not [name for name in loaded if name.startswith("cardrules.interpreter")]


def test_checking_a_ruleset_compiles_nothing() -> None:
    statement = "from cardrules.interpreter.authoring.survey import survey\n"
    loaded = imported_by(f"{statement}assert not survey('gin_slaughtre').diagnostics")
    compiler = "cardrules.interpreter.compile.compiler"
    assert not loaded & {compiler, "rich", "asyncio", "multiprocessing"}


def test_the_installed_command_says_its_version() -> None:
    command = Path(sys.executable).with_name("cardrules")
    assert run(str(command), "--version") == f"cardrules {cardrules.__version__}\n"


def test_the_installed_metadata_says_the_same_version() -> None:
    script = "import importlib.metadata as m; print(m.version('cardrules'))"
    assert run(sys.executable, "-c", script).strip() == cardrules.__version__


def test_the_citation_is_one_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == cardrules.__version__
    number = citation.get("doi", "10.5281/zenodo.1")  # there is none before a release is archived
    assert re.fullmatch(r"10\.\d{4,9}/\S*\d", number)


def test_every_public_name_exists() -> None:
    script = "import cardrules, json\nprint(json.dumps(sorted(dir(cardrules))))\n"
    script += "for name in cardrules.__all__: getattr(cardrules, name)"
    assert set(json.loads(run(sys.executable, "-c", script))) >= set(cardrules.__all__)


def test_every_error_is_public() -> None:
    tree = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.CardrulesError)
    }
    assert tree == {name for name in cardrules.__all__ if name.endswith("Error")}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'laod'"):
        _ = cardrules.laod  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]
