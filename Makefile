# make run · make test · make test-all · make check · make check-all · make bench · make mutants · make soak
# make screens · make snapshots · make messages · make package · make hashes · make web-tools
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Widgets are drawn without a screen in tests and pictures.
OFFSCREEN := QT_QPA_PLATFORM=offscreen
# What prints figures prints nothing of Qt's, which says of each such window what it doesn't do.
QUIETLY := $(OFFSCREEN) QT_LOGGING_RULES=default.warning=false

.PHONY: run test test-rest test-all check check-all lint types types-elsewhere layers wheel bench mutants soak screens snapshots messages package hashes web-tools clean

run: $(VENV)/.installed
	$(BIN)/lastdays window --or-demo build/demo

$(VENV)/.installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/.developer: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

# Whatever the shell says, compiled modules are kept: else every worker, and every program that a
# test starts, compiles them anew. Files go in their order, so that the long ones don't come last.
PYTEST := $(OFFSCREEN) PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal -q

# What guards a campaign and the rules, as quick as can be: every rule, the store, paper, the commands,
# and of the window's tests the one of each file that is marked `smoke`.
test: $(VENV)/.developer
	$(PYTEST) -m "not long and not sweep and (smoke or not window)"

# The window's other tests (all that measure its looks, room and costs are among them), those that try
# every size, byte, kill or roll, and those that start or ask other programs: printers, a screen reader,
# the desktop, the catalogues of messages.
test-rest: $(VENV)/.developer
	$(PYTEST) -m "not long and (sweep or (window and not smoke))"

test-all: test test-rest

lint: $(VENV)/.developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tests/voice.py

types: $(VENV)/.developer
	$(BIN)/mypy

# The same as Windows and macOS have it: what only Linux has is named, if it isn't asked for as that.
types-elsewhere: $(VENV)/.developer
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 app/lastdays
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin app/lastdays

layers: $(VENV)/.developer
	$(BIN)/lint-imports

check: lint types types-elsewhere layers test wheel
	@echo "make check: all is well"

# With a walk in a language made on the fly and in each that is spoken, and the bundle, built and
# started where no Python is: some minutes more.
check-all: check test-rest package
	$(PYTEST) -m long
	for language in en_XA de fr; do $(QUIETLY) $(BIN)/python tests/pseudo_walk.py $$language || exit 1; done
	$(BIN)/python packaging/check_bundle.py
	@echo "make check-all: all is well"

# The wheel, built from the sdist, installed somewhere else, has to work there.
wheel: $(VENV)/.developer
	$(BIN)/python packaging/check_wheel.py

# What looks at a campaign's web pages in `pytest -m long`, in tests/web/node_modules: docs/tests.md.
web-tools:
	cd tests/web && npm install --ignore-scripts --no-audit --no-fund --no-package-lock

# What is handed to a friend, in dist/: wheel and sdist, a folder that needs no Python, and a Debian
# package of it. What goes into the folder is installed by its hashes, in an environment of its own.
package: $(VENV)/.developer
	$(BIN)/python -m build --no-isolation --outdir dist .
	$(BIN)/python packaging/bundle.py

# After a version in constraints.txt is another: the hashes that the bundle's libraries are held to.
hashes: $(VENV)/.developer
	$(BIN)/python -m pip install --quiet --constraint constraints.txt uv
	$(BIN)/python packaging/hashes.py

bench: $(VENV)/.developer
	$(QUIETLY) $(BIN)/python tests/benchmarks/__main__.py $(if $(ONLY),--only "$(ONLY)")

# One operator or number changed at a time, but in the window: which changes does no test notice? It
# ends by itself within ten minutes.
mutants: $(VENV)/.developer
	$(OFFSCREEN) PYTHONPATH=tests $(BIN)/python -m mutants

# Kills, hostile documents, damaged stores and full disks for some minutes; what was lost is printed.
SECONDS ?= 300
soak: $(VENV)/.developer
	$(QUIETLY) PYTHONPATH=tests $(BIN)/python -m soak --seconds $(SECONDS)

# Every page in both themes, at the sizes that people have, goes to build/screens, to be looked at;
# docs/screens holds the few pictures that the README shows, resources/help/screens the guide's, in
# each language it is written in. Every page in another language, or only some of them:
# make screens SCREENS="--language de --walk winter --scale 100 --scale 200 --size 1280x720"
screens: $(VENV)/.installed
	$(BIN)/python packaging/guide_pictures.py
	mkdir -p docs/screens
	for picture in $$(grep -oh 'screens/[^)]*\.png' README.md docs/guide.md | sort -u); do \
		cp build/demo/$$picture docs/$$picture || exit 1; \
	done
	$(QUIETLY) $(BIN)/python -m lastdays.devtools.screens --out build/screens $(SCREENS)

# What pages, cards, papers and logs say in the scenes of tests, in __snapshots__ beside them: written
# anew, to be reviewed with `git diff`.
snapshots: $(VENV)/.developer
	find tests -name __snapshots__ -prune -exec rm -r {} +
	$(PYTEST) -m 'not long and not sweep' --snapshot-update $$(grep -rl 'snapshot: SnapshotAssertion' tests --include='test_*.py')
	git status --short tests

# Every message of the program goes into the catalogues of resources/locale, and each that is complete
# is compiled there; the program offers those. One that isn't is compiled in build/locale.
messages: $(VENV)/.developer
	$(BIN)/python packaging/messages.py

clean:
	rm -rf $(VENV) build dist
