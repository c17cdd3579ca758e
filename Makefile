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
DEMO_STUDY := reports/study-handovers

RUST := $(shell find crates -name '*.rs' -o -name 'Cargo.toml') Cargo.toml Cargo.lock
PACKAGE := $(shell find python/skyseam -type f ! -name '*.pyc' ! -name '_core*.so' ! -path '*/.*') \
	pyproject.toml THIRD-PARTY-NOTICES.txt

PIP := $(BIN)/pip install --quiet --disable-pip-version-check

# What pyproject.toml asks for under one of its keys, a line each.
asked = $(BIN)/python -c 'import functools, sys, tomllib; print(*functools.reduce(dict.get, sys.argv[1:], tomllib.load(open("pyproject.toml", "rb"))), sep="\n")' $(1)

# One lock for every Python and platform that pyproject.toml allows.
LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-find-links --custom-compile-command "make lock" pyproject.toml $(VENV)/build.txt

CARGO_DENY := 0.20.2

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile

.PHONY: demo
demo: $(DEMO)/report.html $(DEMO_STUDY)/report.html ## From nothing to two reports: Iridium's seam, Starlink's handovers
	@echo "open $(DEMO)/report.html and $(DEMO_STUDY)/report.html"

$(DEMO)/report.html: $(VENV)/.package
	$(BIN)/skyseam demo -o $(DEMO)

$(DEMO_STUDY)/report.html: $(VENV)/.package
	$(BIN)/skyseam study handovers --preset starlink-shell1 --from Berlin --to "New York" --quick -o $(DEMO_STUDY)

.PHONY: reproduce
reproduce: $(VENV)/.package ## Run every reproduction there is in full, again
	$(BIN)/skyseam reproduce boubaker2020 -o reports/boubaker2020
	$(BIN)/python docs/findings.py boubaker2020 reports/boubaker2020
	$(BIN)/skyseam reproduce tauran2018 -o reports/tauran2018
	$(BIN)/python docs/findings.py tauran2018 reports/tauran2018
	$(BIN)/skyseam reproduce tauran2019 -o reports/tauran2019
	$(BIN)/python docs/findings.py tauran2019 reports/tauran2019
	$(BIN)/skyseam reproduce henderson1999 -o reports/henderson1999

# The binding has no tests in Rust, and its dependencies would change the features with which all others are compiled.
TESTED := --workspace --exclude skyseam-py

.PHONY: test
test: $(VENV)/.dev ## All tests of both languages
	cargo test --locked $(TESTED)
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

.PHONY: lint
lint: $(VENV)/.dev ## Formatters, linters and type checker of both languages
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	$(BIN)/ruff format --check --quiet python tests docs
	$(BIN)/ruff check --quiet python tests docs
	$(BIN)/mypy

# The binding is the one that was built last: these tests need nothing newer, and building it takes minutes.
HERE := $(VENV)/here
QUICK := test_tidy test_plain test_supply test_arrow test_results test_sharing

.PHONY: check
check: ## What to run before a commit: formatters, linters, types, quick tests; two minutes when warm
	@test -e $(VENV)/.dev || $(MAKE) $(VENV)/.dev
	@$(MAKE) --no-print-directory --assume-old=$(VENV)/.dev lint
	cargo test --locked --quiet $(TESTED) --lib
	@rm -rf $(HERE) && mkdir -p $(HERE)/skyseam
	@ln -s "$(CURDIR)"/python/skyseam/* "$(CURDIR)"/$(VENV)/lib/python3*/site-packages/skyseam/_core*.so \
	  $(HERE)/skyseam
	PYTHONPATH=$(HERE) $(BIN)/pytest $(QUICK:%=tests/%.py)

# The compiler is not fetched. Where rustup does not have it, clippy's lint `incompatible_msrv` and
# tests/test_supply.py still hold the standard library's and all crates' versions against it.
LEAST_RUST := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

.PHONY: least-rust
least-rust: ## Compile with the least version of Rust that Cargo.toml names
	@found=$$(rustup toolchain list 2>/dev/null | grep -o '^$(LEAST_RUST)[.0-9]*-[^ ]*' | head -n 1); \
	if [ -n "$$found" ]; then \
	  cargo "+$$found" check --locked --workspace --all-targets --target-dir target/least-rust; \
	else echo "Rust $(LEAST_RUST) NOT checked: rustup does not have it (rustup toolchain install $(LEAST_RUST))" >&2; \
	  exit 1; fi

.PHONY: outside-crate
outside-crate: $(VENV)/.dev ## Build what others build: the crate of examples/, the tutorial of a scheduler
	cp Cargo.lock examples/own-controller-rs/
	CARGO_PROFILE_DEV_DEBUG=none cargo run -q --manifest-path examples/own-controller-rs/Cargo.toml --target-dir target
	SKYSEAM_OUTSIDE=1 $(BIN)/pytest tests/test_tutorial.py

.PHONY: torture
torture: $(VENV)/.dev ## Run 7,000 drawn scenarios with limits, signal all commands
	cd tests && ../$(BIN)/python -m torture --keep ../torture-faults

.PHONY: mutants
mutants: ## Try the kept sample of mutants again (needs cargo-mutants; a build for each)
	$(PYTHON) tests/mutants/run.py

.PHONY: fuzz
fuzz: ## Fuzz the readers, TCP and QUIC for a minute each (needs a C++ compiler)
	fuzz/run 60

.PHONY: fuzz-smoke
fuzz-smoke: ## The same within two minutes and with one seed, as in CI
	@command -v c++ >/dev/null || { echo "fuzzing NOT tried: no C++ compiler builds libFuzzer" >&2; exit 1; }
	FUZZ_SEED=1 fuzz/run 17

.PHONY: bench
bench: $(VENV)/.package ## Measure speed, beside ns-2 where it is installed
	bench/run

.PHONY: instructions
instructions: ## Count instructions per packet-hop (Valgrind); more than 5 % above those kept fails
	bench/instructions

.PHONY: docs
docs: $(VENV)/.docs ## Build the documentation into docs/_build/html, check its links and spelling
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
	$(BIN)/python docs/links.py docs/_build/html
	$(BIN)/python docs/notebook_cells.py docs/_build/html
	$(BIN)/python docs/spelling.py
	$(BIN)/python docs/renew.py --stale
	@echo "documentation: docs/_build/html/index.html"

.PHONY: reference
reference: $(VENV)/.package ## Write what is generated of docs anew: keys, constellations, schedulers
	$(BIN)/python docs/scenario_reference.py
	$(BIN)/python docs/constellations_reference.py
	$(BIN)/python docs/results_reference.py
	$(BIN)/python docs/scheduler_pages.py

.PHONY: pages
pages: $(VENV)/.package ## Renew what pages show of runs, where it is stale: tables, pictures, reproductions
	$(BIN)/python docs/renew.py

.PHONY: wheel
wheel: $(VENV)/.wheel ## Build what is published: a wheel for glibc 2.17 and later, the sources; into dist/
	rm -rf dist
	export PATH="$(CURDIR)/$(BIN):$$PATH" && profile=$$($(BIN)/python bench/profile) && \
	RUSTFLAGS="$${profile:+-Cprofile-use=$$profile}" maturin build --profile dist --locked --zig \
	  --compatibility manylinux_2_17 --out dist
	$(BIN)/maturin sdist --out dist
	@ls -l dist
	@$(BIN)/python bench/profile --check

.PHONY: wheel-check
wheel-check: $(VENV)/.package ## Install WHEEL, or one built of the source archive, without a compiler, and try it
	.ci/wheel $(WHEEL)

# The bundle is committed, so that nobody needs Node.js to install; tests/test_view_page.py says where
# it is not what the sources give.
.PHONY: viewer
viewer: viewer/node_modules ## Build the page of `skyseam view` anew (needs Node.js)
	cd viewer && npx tsc --noEmit && node build.mjs
	@$(MAKE) --no-print-directory notices

viewer/node_modules: viewer/package-lock.json
	cd viewer && npm ci --no-audit --no-fund
	@touch $@

.PHONY: lock
lock: $(VENV)/.made ## Renew the lock of Python packages, requirements/
	$(PIP) uv
	$(call asked,build-system requires) > $(VENV)/build.txt
	$(LOCK) --extra dev --output-file requirements/dev.txt
	$(LOCK) --constraint requirements/dev.txt --output-file requirements/package.txt
	$(LOCK) --constraint requirements/dev.txt --extra docs --output-file requirements/docs.txt
	$(LOCK) --constraint requirements/dev.txt --extra wheel --output-file requirements/wheel.txt

.PHONY: notices
notices: ## Write the licences of all linked crates anew
	$(PYTHON) docs/third_party_notices.py

.PHONY: deny
deny: .tools/bin/cargo-deny ## Check licences and sources of all crates
	PATH="$(CURDIR)/.tools/bin:$$PATH" cargo deny --locked check licenses bans sources

.PHONY: advisories
advisories: .tools/bin/cargo-deny ## Check advisories of all crates: fetches their database
	PATH="$(CURDIR)/.tools/bin:$$PATH" cargo deny --locked check advisories

.tools/bin/cargo-deny:
	cargo install --quiet --locked --root .tools cargo-deny --version $(CARGO_DENY) || \
	  { echo "cargo-deny NOT there: cargo cannot install it" >&2; exit 1; }

.PHONY: clean
clean: ## Remove everything these targets made, except reports
	rm -rf $(VENV) .tools target docs/_build

$(VENV)/.made:
	@command -v cargo >/dev/null || { echo "cargo is missing: install Rust from https://rustup.rs" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is older than 3.11; name another with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || command -v uv >/dev/null || \
	  { echo "$(PYTHON) has no venv: on Debian, apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || uv venv --seed --python $(PYTHON) $(VENV)
	@touch $@

# maturin builds the extension in release mode, in cargo's own target directory.
$(VENV)/.package: $(VENV)/.made requirements/package.txt $(RUST) $(PACKAGE)
	$(PIP) --require-hashes --requirement requirements/package.txt
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --no-deps --no-build-isolation .
	@touch $@

$(VENV)/.dev: $(VENV)/.package requirements/dev.txt
	$(PIP) --require-hashes --requirement requirements/dev.txt
	@touch $@

$(VENV)/.wheel: $(VENV)/.package requirements/wheel.txt
	$(PIP) --require-hashes --requirement requirements/wheel.txt
	@touch $@

$(VENV)/.docs: $(VENV)/.package requirements/docs.txt
	$(PIP) --require-hashes --requirement requirements/docs.txt
	@touch $@
