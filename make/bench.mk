# The benchmark; docs/performance.md describes it.
BENCH_ORIEL := $(patsubst bench/programs/%.c,$(B)/bench/%.oriel,\
                 $(wildcard bench/programs/*.c)) $(B)/bench/million.oriel \
                 $(B)/bench/million_4k.oriel
BENCH_SMPI  := $(if $(shell command -v smpicc),$(patsubst %.oriel,%.smpi,\
                 $(filter-out %/million.oriel %/million_4k.oriel,\
                 $(BENCH_ORIEL))))
BENCH_CC    := $(B)/bin/orielcc $(B)/lib/liboriel.so $(B)/include/mpi.h

.PHONY: bench-large bench-build
#: make bench      the benchmark, against SMPI and the bare engine; QUICK=1: a
#:                 minute; BENCH="OPTION..." as bench/run.c lists them
bench: bench-build
	@$(B)/bench/bench --build $(B) $(if $(QUICK),--quick) $(BENCH)
#: make bench-large   the same, with 65,536 and 1,048,576 ranks
bench-large: bench-build
	@$(B)/bench/bench --build $(B) --large $(BENCH)
bench-build: all $(BENCH_ORIEL) $(BENCH_SMPI) $(B)/bench/bench $(B)/bench/bare \
  $(B)/bench/empty

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

# The driver takes nothing from the library but these.
BENCH_OBJ := $(patsubst %.c,$(B)/obj/%.o,\
               $(filter-out bench/bare.c bench/empty.c bench/copy.c,\
               $(wildcard bench/*.c)) traces/json.c model/memory.c)
$(B)/bench/bench: $(BENCH_OBJ)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lm
$(B)/bench/bare: bench/bare.c $(OBJ)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -MT $@ -MF $@.d \
	  -o $@ $< $(OBJ) $(LDLIBS) -lstdc++
$(B)/bench/empty: bench/empty.c
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -fPIE -pie -o $@ $<
-include $(wildcard $(B)/bench/*.d)
