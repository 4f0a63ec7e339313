# The sanitizers, each in a build of its own. The undefined sanitizer runs all
# tests; the address sanitizer the unit tests but those that map images at
# addresses its shadow takes, measure memory, or overflow a stack on purpose.
# Leaks are not told: what lives as long as the run is not freed.
SANITIZED = +@$(MAKE) --no-print-directory B=$(B)/$(1) LDFLAGS=-fsanitize=$(2) \
  OPT='-O1 -g -fno-omit-frame-pointer -fsanitize=$(2) -fno-sanitize-recover=$(2)'

.PHONY: sanitize
#: make sanitize   the tests under the address and undefined sanitizers
sanitize:
	$(call SANITIZED,undefined,undefined) unit programs
	$(call SANITIZED,address,address) SKIP='test_engine test_image' unit
