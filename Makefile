# Every target sets up what it needs in .venv; nothing but Python 3.11 or newer is needed first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test slow bench lint format golden clean

demo: $(READY)  ## the main job: who is better, by how much, how sure
	$(BIN)/mazziere compare spend_trump lowest --deals 1M

test: $(READY)  ## the tests, long ones left out
	$(BIN)/python -m pytest -q -n auto --dist loadfile

slow: $(READY)  ## the long ones: statistical checks, every command of the README, every claim
	$(BIN)/python -m pytest -q -n auto -m slow

bench: $(READY)  ## speeds, as ratios to a fixed loop measured in the same run
	$(BIN)/python benchmarks/speed.py

lint: $(READY)  ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)  ## let ruff put the code in order
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

golden: $(READY)  ## write the golden transcripts anew; read the difference before you commit it
	$(BIN)/python tests/golden.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mazziere needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
