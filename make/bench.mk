# The benchmark; docs/performance.md describes it.
BENCH_NAMES := $(patsubst bench/programs/%.c,%,$(wildcard bench/programs/*.c))
BENCH_CHECK := x-halo x-gups x-hash_table
BENCH_ORIEL := $(patsubst %,$(B)/bench/%.oriel,\
                 $(BENCH_NAMES) million million_4k $(BENCH_CHECK))
BENCH_SMPI  := $(if $(shell command -v smpicc),\
                 $(BENCH_NAMES:%=$(B)/bench/%.smpi))
BENCH_CC    := $(B)/bin/orielcc $(B)/lib/liboriel.so $(B)/include/mpi.h

.PHONY: bench-network bench-large bench-build
#: make bench      the benchmark, against SMPI and the bare engine; QUICK=1: a
#:                 minute; BENCH="OPTION..." as bench/run.c lists them
bench: bench-build
	@$(B)/bench/bench --build $(B) $(if $(QUICK),--quick) $(BENCH)
#: make bench-large   the same, with 65,536 and 1,048,576 ranks
bench-large: bench-build
	@$(B)/bench/bench --build $(B) --large $(BENCH)
#: make bench-network   the differences between the network modes, a table
bench-network: bench-build
	@$(B)/bench/bench --build $(B) --network --sizes 8,64 $(BENCH)
bench-build: all $(BENCH_ORIEL) $(BENCH_SMPI) \
  $(BENCH_CHECK:%=$(B)/bench/%.checked) $(B)/bench/bench $(B)/bench/alone/bare \
  $(B)/bench/alone/empty $(B)/bench/alone/copy.oriel \
  $(if $(shell command -v mpicc.mpich),$(B)/bench/alone/copy.mpich)

$(B)/bench/%.oriel: bench/programs/%.c bench/programs/bench.h $(BENCH_CC)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(B)/bin/orielcc -O2 $(WARN) -o $@ $<
$(B)/bench/%.smpi: bench/programs/%.c bench/programs/bench.h
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)smpicc -O2 -w -o $@ $<
# The halo exchange again, without and with variables of its own.
$(B)/bench/million%oriel: bench/programs/halo.c bench/programs/bench.h \
  $(BENCH_CC)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(B)/bin/orielcc -O2 $(WARN) $(if $(findstring 4k,$@),-DGLOBALS=4096) \
	  -o $@ $<

# Examples, as they are and instrumented.
$(B)/bench/x-%.oriel: examples/%.c $(BENCH_CC)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(B)/bin/orielcc -O2 $(WARN) -o $@ $<
$(B)/bench/x-%.checked: examples/%.c $(BENCH_CC)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(B)/bin/orielcc --check -O2 $(WARN) -o $@ $<

# The driver takes little from the library: JSON.
BENCH_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(wildcard bench/*.c))
$(B)/bench/bench: $(BENCH_OBJ) $(B)/lib/liboriel.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lstdc++
# The loops by hand are to be as fast as the compiler can make them.
$(B)/bench/alone/copy.oriel: bench/alone/copy.c $(BENCH_CC)
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)$(B)/bin/orielcc -O3 $(WARN) -o $@ $<
$(B)/bench/alone/copy.mpich: bench/alone/copy.c
	@mkdir -p $(@D)
	@echo '  CC   $@'
	$(Q)mpicc.mpich -O3 -w -o $@ $<
$(B)/bench/alone/bare: bench/alone/bare.c $(OBJ) $(B)/gen/standins.stamp
	@mkdir -p $(@D)
	@echo '  LD   $@'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -MT $@ -MF $@.d \
	  -o $@ $(LTO) $< $(OBJ) $(LDLIBS) -lstdc++ \
	  $(call WITH_STANDINS,../../lib/oriel/)
$(B)/bench/alone/empty: bench/alone/empty.c
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -fPIE -pie -o $@ $<
-include $(wildcard $(B)/bench/alone/*.d)
