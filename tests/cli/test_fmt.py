"""`cardrules fmt`."""

import subprocess
from collections.abc import Callable
from pathlib import Path

Cardrules = Callable[..., "subprocess.CompletedProcess[str]"]
UGLY = "name:   Mine # yes\ncardrules: 1\nextends: gin_slaughtre\n"
NEAT = "cardrules: 1\nextends: gin_slaughtre\nname: Mine  # yes\n"


def test_it_writes(cardrules: Cardrules, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(UGLY)
    done = cardrules("fmt", "mine.yaml")
    assert (done.returncode, file.read_text()) == (0, NEAT)
    assert done.stdout == "mine.yaml changed\n1 file: 1 changed, 0 could not be read.\n"
    assert cardrules("fmt", ".").stdout == "1 file: 0 changed, 0 could not be read.\n"


def test_check_and_diff_write_nothing(cardrules: Cardrules, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(UGLY)
    done = cardrules("fmt", "--check", "mine.yaml")
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "mine.yaml would change")
    done = cardrules("fmt", "--diff", "mine.yaml")
    assert done.returncode == 1
    assert "-name:   Mine # yes\n" in done.stdout
    assert "+name: Mine  # yes\n" in done.stdout
    assert file.read_text() == UGLY
    file.write_text(NEAT)
    assert cardrules("fmt", "--check", "--diff", "mine.yaml").returncode == 0


def test_standard_input(cardrules: Cardrules) -> None:
    done = cardrules("fmt", "-", stdin=UGLY)
    assert (done.returncode, done.stdout) == (0, NEAT)
    assert cardrules("fmt", "--check", "-", stdin=UGLY).returncode == 1


def test_what_cannot_be_read_stays(cardrules: Cardrules, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("cardrules: 1\nname: [\n")
    (tmp_path / "mine.yaml").write_text(UGLY)
    done = cardrules("fmt", "bad.yaml", "mine.yaml", "nope.yaml")
    assert done.returncode == 1
    assert "bad.yaml:2" in done.stderr
    assert "nope.yaml" in done.stderr
    assert "3 files: 1 changed, 2 could not be read." in done.stdout
    assert (tmp_path / "mine.yaml").read_text() == NEAT
    assert cardrules("fmt").returncode == 2


def test_what_is_no_mapping_is_refused(cardrules: Cardrules, tmp_path: Path) -> None:
    (tmp_path / "list.yaml").write_text("[]\n")
    done = cardrules("fmt", "--diff", "list.yaml")
    assert done.returncode == 1
    assert "CR102" in done.stderr
