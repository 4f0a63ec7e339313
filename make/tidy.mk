# clang-tidy, six minutes on two cores; .clang-tidy says with what.
TIDY = xargs -P $$(nproc) -I{} clang-tidy --quiet {} -- $(CPPFLAGS) \
         -Wall -Wextra
.PHONY: tidy
#: make tidy       what clang-tidy finds, which is nothing
tidy: built
	@command -v clang-tidy >/dev/null || \
	  { echo 'make tidy: clang-tidy is missing (apt install clang-tidy)'; exit 1; }
	@{ git ls-files 'sim/*.c' 'model/*.c' 'traces/*.c' 'bench/*.c' \
	    'examples/*.c' | $(TIDY) -std=c11 && \
	  git ls-files 'sim/*.cpp' | $(TIDY) -std=c++17; } 2>/dev/null
