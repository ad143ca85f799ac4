# make demo | test | fuzz | app | lint | audit | bench | train: each sets up what it needs in .venv and then does its job.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHELL := /bin/bash

.PHONY: demo test fuzz app lint audit bench train lock clean

demo: $(VENV)/.base
	$(BIN)/myscholar demo --out demo

test: $(VENV)/.dev
	$(BIN)/python tests/set_up.py
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

# TIMES as many made-up files, texts and replies as the tests try; what fails is kept in .hypothesis and tried first the next time.
# Where atheris is (.venv/bin/pip install '.[fuzz]'), it then goes on for SECONDS_EACH a property from what reached new code.
TIMES ?= 100
SECONDS_EACH ?= 60
fuzz: $(VENV)/.dev
	FUZZ_TIMES=$(TIMES) $(BIN)/python -m pytest tests/fuzz -o faulthandler_timeout=0
	if $(BIN)/python -c 'import atheris' 2>/dev/null; then FUZZ_TIMES=1 $(BIN)/python -m tests.fuzz.guided $(SECONDS_EACH); fi

app: $(VENV)/.base
	$(BIN)/myscholar app

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Fails where a pinned package is known to be vulnerable; says so where nobody could be asked.
audit: $(VENV)/.dev
	$(BIN)/python .ci/audit.py requirements.txt requirements-dev.txt

bench: $(VENV)/.bench
	$(BIN)/python -m eval bench

# What the training of an asker needs; docs/evaluation.md says how it is run.
train: $(VENV)/.train

# Re-pin every dependency. The lock files name no package index.
lock:
	for kind in base dev bench train; do \
	  extra=$$([ $$kind = base ] && echo "" || echo "--extra $$kind"); \
	  case $$kind in bench|train) extra="--extra dev --extra $$kind";; esac; \
	  name=requirements$$([ $$kind = base ] || echo "-$$kind").txt; \
	  uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --no-emit-package pip \
	    pyproject.toml build-requirements.in $$extra --output-file $$name || exit 1; \
	done

clean:
	rm -rf $(VENV) demo .pytest_cache .mypy_cache .ruff_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "myscholar needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null \
	  || { [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -yq python3-venv; } \
	  || { echo "Python's venv module is missing; install it with: sudo apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The lock files are whole, so nothing is resolved: pip 23 passes a pin over once a newer release of something wanted with extras is out.
define install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r $(1)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	touch $@
endef

$(VENV)/.base: requirements.txt pyproject.toml | $(BIN)/python
	$(call install,requirements.txt)

$(VENV)/.dev: requirements-dev.txt pyproject.toml | $(BIN)/python
	$(call install,requirements-dev.txt)
	touch $(VENV)/.base

$(VENV)/.bench: requirements-bench.txt pyproject.toml | $(BIN)/python
	$(call install,requirements-bench.txt)
	touch $(VENV)/.base $(VENV)/.dev

$(VENV)/.train: requirements-train.txt pyproject.toml | $(BIN)/python
	$(call install,requirements-train.txt)
	touch $(VENV)/.base $(VENV)/.dev
