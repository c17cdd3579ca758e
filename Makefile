# The one entry: the same commands on a developer's machine and in CI. `make help` lists them.
#
# Everything Python lives in .venv inside this checkout; a stamp file there says what is installed, so
# that a second call does nothing twice. Needs: a Rust toolchain, Python 3.11 or later with venv, make.

SHELL := /bin/sh
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := reports/boubaker2020-seam

RUST := $(shell find crates -name '*.rs' -o -name 'Cargo.toml') Cargo.toml Cargo.lock
PACKAGE := $(shell find python/skyseam -type f ! -name '*.pyc' ! -name '_core*.so' ! -path '*/.*') \
	pyproject.toml

# Installs what an extra of pyproject.toml names, without building the package again.
define install_extra
$(BIN)/python -c 'import sys, tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"][sys.argv[1]], sep="\n")' $(1) > $(VENV)/$(1).txt
$(BIN)/pip install --quiet --disable-pip-version-check --requirement $(VENV)/$(1).txt
endef

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile

.PHONY: demo
demo: $(DEMO)/report.html ## From nothing to the report on the seam
	@echo "open $(DEMO)/report.html"

$(DEMO)/report.html: $(VENV)/.package
	$(BIN)/skyseam reproduce boubaker2020 --only seam -o $(DEMO)

.PHONY: reproduce
reproduce: $(VENV)/.package ## Run every reproduction there is in full, again
	$(BIN)/skyseam reproduce boubaker2020 -o reports/boubaker2020
	$(BIN)/python docs/findings.py boubaker2020 reports/boubaker2020
	$(BIN)/skyseam reproduce tauran2018 -o reports/tauran2018
	$(BIN)/python docs/findings.py tauran2018 reports/tauran2018
	$(BIN)/skyseam reproduce tauran2019 -o reports/tauran2019
	$(BIN)/python docs/findings.py tauran2019 reports/tauran2019
	$(BIN)/skyseam reproduce henderson1999 --only delay -o reports/henderson1999-delay

.PHONY: test
test: $(VENV)/.dev ## Formatters, linters, type checker and tests of both languages
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo test --locked --workspace
	$(BIN)/ruff format --check python tests docs
	$(BIN)/ruff check python tests docs
	$(BIN)/mypy
	$(BIN)/pytest

.PHONY: fuzz
fuzz: ## Fuzz the readers, TCP and QUIC for a minute each (needs `cargo install cargo-fuzz`)
	mkdir -p fuzz/corpus/scenario fuzz/corpus/tle fuzz/corpus/omm fuzz/corpus/tcp fuzz/corpus/quic
	cp scenarios/*.toml crates/scenario/tests/broken/*.toml fuzz/corpus/scenario/
	# A group of so many takes seconds each time under the fuzzer.
	grep -lE 'count = [0-9_]{6,}' fuzz/corpus/scenario/*.toml | xargs rm -f
	cp crates/orbit/tests/data/*.tle fuzz/corpus/tle/
	cp crates/orbit/tests/data/two.json crates/orbit/tests/data/two.csv \
	  crates/orbit/tests/data/two.xml crates/orbit/tests/data/two.kvn fuzz/corpus/omm/
	cd fuzz && for target in scenario tle omm tcp quic; do \
	  RUSTC_BOOTSTRAP=1 cargo fuzz run $$target -- -max_total_time=60 || exit 1; done

.PHONY: bench
bench: $(VENV)/.package ## Measure speed, beside ns-2 where it is installed
	bench/run

.PHONY: docs
docs: $(VENV)/.docs ## Build the documentation into docs/_build/html
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
	@echo "documentation: docs/_build/html/index.html"

.PHONY: reference
reference: $(VENV)/.package ## Write what is generated of docs anew: keys, constellations, schedulers
	$(BIN)/python docs/scenario_reference.py
	$(BIN)/python docs/constellations_reference.py
	$(BIN)/python docs/scheduler_pages.py

.PHONY: clean
clean: ## Remove everything these targets made, except reports
	rm -rf $(VENV) target docs/_build

$(VENV)/.made:
	@command -v cargo >/dev/null || { echo "cargo is missing: install Rust from https://rustup.rs" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is older than 3.11; name another with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || command -v uv >/dev/null || \
	  { echo "$(PYTHON) has no venv: on Debian, apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || uv venv --seed --python $(PYTHON) $(VENV)
	@touch $@

# maturin builds the extension in release mode, in cargo's own target directory.
$(VENV)/.package: $(VENV)/.made $(RUST) $(PACKAGE)
	$(BIN)/pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/.dev: $(VENV)/.package
	$(call install_extra,dev)
	@touch $@

$(VENV)/.docs: $(VENV)/.package
	$(call install_extra,docs)
	@touch $@
