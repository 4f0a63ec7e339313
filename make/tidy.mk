# clang-tidy, six minutes on two cores; .clang-tidy says with what. What it says
# of itself is in $(B)/tidy.log.
TIDY = xargs -r -P $$(nproc) -I{} clang-tidy --quiet {} -- $(CPPFLAGS) \
         -Wall -Wextra
TIDIED := sim model traces bench examples
.PHONY: tidy
#: make tidy       what clang-tidy finds, which is nothing
tidy: built
	@command -v clang-tidy >/dev/null || \
	  { echo 'make tidy: clang-tidy is missing (apt install clang-tidy)'; exit 1; }
	@{ find $(TIDIED) -name '*.c' | sort | $(TIDY) -std=c11 && \
	  find $(TIDIED) -name '*.cpp' | $(TIDY) -std=c++17; } 2>$(B)/tidy.log || \
	  { echo 'make tidy: clang-tidy found these; see $(B)/tidy.log, too'; exit 1; }
