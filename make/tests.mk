# Programs, examples and shell cases as tests; tests/README.md describes them.
TESTS ?=

#: make programs   the tests that run whole programs; TESTS="FILE..." picks some
programs: all
	@B=$(B) tests/run.sh $(TESTS)
#: make test-all   all tests, the long ones too
test-all: unit all
	@B=$(B) tests/run.sh --all
	@B=$(B) tests/conformance/run.sh
