PYTHON ?= python3
BIN := .venv/bin
FRONT := $(shell find web -name node_modules -prune -o -name generated -prune -o -type f -print 2>/dev/null)
TEXTS := $(wildcard src/elfer/words/*.toml) src/elfer/table/actions.py src/elfer/table/verbs.py $(shell find src/elfer/games -name '*.md')
DEPS := pyproject.toml constraints.txt hatch_build.py $(FRONT) $(TEXTS)
# uv is fast but reads no pip.conf: where it fails, pip does the same install.
INSTALL = $(BIN)/uv pip install -q --python .venv -c constraints.txt -e '$(1)' || \
	$(BIN)/python -m pip install -q -c constraints.txt -e '$(1)'
APT = [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

.PHONY: play terminal test lint web-test browser docs screenshots figures fixtures schema soak soak-server chaos fuzz envs bench bench-server \
	constraints release clean

play: .venv/.play                       ## play in the browser
	@$(BIN)/elfer serve

terminal: .venv/.play                   ## play in the terminal
	@$(BIN)/elfer play

test: lint web-test browser             ## everything that must hold before a change lands
	$(BIN)/pytest

web-test: .venv/.test                   ## types and unit tests of the browser table
	$(BIN)/python -m elfer.words.export web/src/words/generated
	$(BIN)/python web/npm.py run check
	$(BIN)/python web/npm.py run test

browser:                                ## Chromium, for the tests that play through the page
	@command -v chromium >/dev/null || [ -n "$$ELFER_CHROMIUM" ] || { $(APT) chromium >/dev/null; } || \
	  { echo "Chromium is needed (Debian: sudo apt-get install chromium)"; exit 1; }

docs: .venv/.docs                       ## the documentation site, into build/site; no network is needed to build it
	$(BIN)/python docs/site/publish.py

screenshots: .venv/.test browser        ## the pictures of docs/screenshots
	$(BIN)/python docs/screenshots.py

figures: .venv/.test browser            ## largest paint, layout shift and first load, on a slowed-down device
	$(BIN)/python -m tests.web.figures

fixtures: .venv/.test                   ## the recorded moments that the browser table's tests draw
	$(BIN)/python web/fixtures/make.py

lint: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: .venv/.test                       ## 100,000 random rounds of each game, with every invariant checked, and 20,000 as search plays them
	$(BIN)/python -m elfer.testing --rounds 100000
	$(BIN)/python -m elfer.testing --rounds 20000 --forgetful

schema: .venv/.test                     ## write the server's JSON schema, OpenAPI and TypeScript from its types
	$(BIN)/python -m elfer.server.schema

chaos: .venv/.test                      ## kill servers under 200 matches, and let everything else fail under bots
	ELFER_CHAOS_MATCHES=200 ELFER_CHAOS_KILLS=20 ELFER_CHAOS_BOT_TABLES=20 $(BIN)/pytest -n 0 -s tests/server/test_chaos.py

soak-server: .venv/.test                ## ten minutes of guests, matches and chats: memory and database stay flat
	$(BIN)/python -m tests.server.soak

fuzz: .venv/.test                       ## 100,000 random frames, many requests, half ones too, and codes tried out
	ELFER_FUZZ_FRAMES=100000 ELFER_FUZZ_EXAMPLES=200 ELFER_FUZZ_HALVES=3000 ELFER_FUZZ_CODES=10000 \
	  $(BIN)/pytest -n 0 -s tests/server/test_fuzz.py tests/server/test_siege.py

envs: .venv/.test                       ## the tests of PettingZoo and OpenSpiel at full length, on all games
	ELFER_ENVS_CYCLES=1000 ELFER_ENVS_ROUNDS=3 $(BIN)/pytest tests/envs

bench: .venv/.bench                     ## decisions per second beside OpenSpiel and RLCard
	$(BIN)/python bench/engine.py

bench-server: .venv/.test               ## durable moves per second beside boardgame.io (needs Node)
	$(BIN)/python bench/server/server.py

release: .venv/.test                    ## check, build and try what is published; uploads nothing
	$(BIN)/python -m tests.release.make

constraints: .venv/bin/uv               ## pin the newest versions that fit
	$(BIN)/uv pip compile pyproject.toml --universal --all-extras --no-annotate --no-header \
	  --python-version 3.11 -q -o constraints.txt

.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { $(APT) python3-venv >/dev/null; } || \
	  { echo "python3 has no venv (Debian: sudo apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt uv

.venv/.play: .venv/bin/uv $(DEPS)
	$(call INSTALL,.)
	@touch $@

.venv/.test: .venv/bin/uv $(DEPS)
	$(call INSTALL,.[test])
	@[ -d web/node_modules ] || $(BIN)/python web/npm.py ci --no-audit --no-fund
	@touch $@ .venv/.play

.venv/.docs: .venv/bin/uv $(DEPS)
	$(call INSTALL,.[docs])
	@touch $@ .venv/.play

.venv/.bench: .venv/bin/uv $(DEPS)
	$(call INSTALL,.[bench])
	@touch $@ .venv/.play

clean:
	rm -rf .venv dist web/node_modules src/elfer/web .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
