# The sanitizers, each in a build of its own. Programs are not instrumented,
# the library under them is. What the address sanitizer cannot do:
# - test_touch has what clang calls on accesses, which has the sanitizer's own
#   names; the cases start programs without orielrun, which lack the sanitizer's
#   library; what test_execute and test_flow draw leads to the sanitizer's own
#   memory;
# - C++ programs take `new` from their private libstdc++ and `delete` from the
#   sanitizer, and C++'s library takes both from there (cxx_operators); leaks:
#   what lives as long as the run is not freed; an exception or thrd_exit() that
#   leaves frames of the library on a rank's stack, which
#   the sanitizer does not know, leaves their marks there, as does a jump out of
#   the handler of a signal: strand_once_throws, strand_c11, thread_leaves and
#   thread_not_joinable meet them, and signal_nested may; what realpath and
#   tempnam allocate for a program, by way of the library, is the sanitizer's,
#   and the program's free() is not (own_program, random_files: it may pass by
#   chance), nor is what malloc_stats prints;
# - its warnings about stacks that it does not know go to $(B)/address/log.*,
#   and so do its errors, whose test fails.
SANITIZED = +@$(MAKE) --no-print-directory B=$(B)/$(1) LTO= \
  LDFLAGS=-fsanitize=$(1) \
  OPT='-O1 -g -fsanitize=$(1) -fno-sanitize-recover=$(1)'
empty :=
space := $(empty) $(empty)
ADDRESS_OPTIONS := detect_leaks=0 alloc_dealloc_mismatch=0 \
  allocator_may_return_null=1 detect_stack_use_after_return=0 \
  handle_segv=0 use_sigaltstack=0 log_path=$(abspath $(B))/address/log

.PHONY: sanitize
#: make sanitize   the tests under the undefined and address sanitizers
sanitize:
	$(call SANITIZED,undefined) unit programs \
	  TESTS='$(filter-out %/lib.sh,$(wildcard $(addprefix tests/,programs/*.c \
	    programs/*.cpp random/*.c litmus/*.c cases/*.sh) examples/*.c))'
	@rm -f $(B)/address/log.*
	$(call SANITIZED,address) unit programs \
	  UNIT='$(patsubst $(B)/%,$(B)/address/%,\
	          $(filter-out %/test_touch %/test_execute %/test_flow,$(UNIT)))' \
	  TESTS='$(filter-out %/strand_once_throws.cpp %/strand_c11.c \
	    %/thread_leaves.cpp %/thread_not_joinable.cpp \
	    %/signal_nested.c %/own_program.c %/random_files.c \
	    %/malloc_stats.c %/cxx_operators.cpp,\
	    $(wildcard tests/programs/*.c tests/programs/*.cpp examples/*.c))' \
	  ASAN_OPTIONS='$(subst $(space),:,$(strip $(ADDRESS_OPTIONS)))'
