# The conformance suite: every MPI function in legal use, and refused with
# each error class. tests/README.md describes it.
.PHONY: conformance conformance-table
#: make conformance          run the conformance suite; prints what fails
conformance: all
	@B=$(B) tests/conformance/run.sh --failures-only
#: make conformance-table    the same, and its table of areas
conformance-table: all
	@B=$(B) tests/conformance/run.sh
