# Tests; tests/README.md describes them.
TESTS ?=

.PHONY: test test-all unit programs built built-unit all-unit

# As tests use all processors, building what they test does, too, if nobody says
# otherwise.
BUILD = +@$(MAKE) --no-print-directory \
          $(if $(findstring -j,$(MAKEFLAGS)),,-j$$(nproc))
# Not beside another goal that builds the same.
built: $(if $(filter-out test test-all unit programs,$(MAKECMDGOALS)),all)
	$(BUILD) all
built-unit: built
	$(BUILD) all-unit
all-unit: $(UNIT)
	@:

#: make test       build and pass all tests
test: built-unit
	@B=$(B) tests/run.sh --unit
#: make unit       the tests of the library's parts
unit: built-unit
	@B=$(B) tests/run.sh $(UNIT:$(B)/tests/%=tests/unit/%.c)
#: make programs   the tests that run whole programs; TESTS="FILE..." picks some
programs: built
	@B=$(B) tests/run.sh $(TESTS)
#: make test-all   all tests, the long ones too
test-all: built-unit
	@B=$(B) tests/run.sh --unit --all
	@B=$(B) tests/conformance/run.sh
