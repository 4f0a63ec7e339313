# The demonstration: a halo exchange on a fat tree.
DEMO_RANKS ?= 1024
DEMO_STEPS ?= 100

#: make demo       simulate a halo exchange on 1,024 ranks of a fat tree
demo: all $(B)/demo/halo
	$(B)/bin/orielrun -np $(DEMO_RANKS) --platform platforms/fat-tree.xml \
	  $(B)/demo/halo $(DEMO_STEPS)

$(B)/demo/halo: examples/halo.c $(B)/bin/orielcc $(B)/lib/liboriel.so \
  $(B)/include/mpi.h
	@mkdir -p $(@D)
	@echo '  CC   $<'
	$(Q)$(B)/bin/orielcc -O2 -o $@ $<
