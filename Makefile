# Oriel's build. `make help` lists the targets.
# Everything that is built lies in build/; the sources of the library are all
# .c and .cpp files under model/, sim/ and traces/ but orielrun's main.

PREFIX  ?= /usr/local
CC      ?= gcc
CXX     ?= g++
AWK     ?= awk
OPT     ?= -O2 -g
LTO     := $(if $(findstring clang,$(CC)),,-flto -ffat-lto-objects \
             -flto-partition=one)
WARN    := -Wall -Wextra -Werror
B       := build
Q       := $(if $(V),,@)
VERSION := 0.1.0

CPPFLAGS += -I$(B)/include -I$(B)/gen -I. -D_GNU_SOURCE \
            -DORIEL_VERSION='"$(VERSION)"'
# Whatever OPT is: frame pointers lead to the program (make/flags.mk).
FRAMES   := -fno-omit-frame-pointer
CFLAGS   += -std=c11 $(FRAMES) $(OPT) $(WARN) -fPIC -fvisibility=hidden
CXXFLAGS += -std=c++17 $(FRAMES) $(OPT) $(WARN) -fPIC -fvisibility=hidden
LDLIBS   += -lsimgrid -ldw -lelf -ldl -lm

SRC  := $(sort $(shell find model sim traces -name '*.c' ! -name orielrun.c \
          ! -name simulator.c))
CPP  := sim/engine/engine.cpp
GEN  := $(B)/include/mpi.h $(B)/gen/api.h $(B)/gen/entries.c \
        $(B)/gen/functions.c
OBJ  := $(SRC:%.c=$(B)/obj/%.o) $(CPP:%.cpp=$(B)/obj/%.o) \
        $(B)/obj/gen/entries.o $(B)/obj/gen/functions.o
UNIT := $(patsubst tests/unit/%.c,$(B)/tests/%,$(wildcard tests/unit/test_*.c))

.PHONY: all deps deps-quiet demo bench install clean help format
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

all: deps-quiet $(B)/bin/orielrun $(B)/bin/orielcc $(B)/bin/oriel++ \
     $(B)/lib/liboriel.so $(addprefix $(B)/include/oriel,.h _test.h _check.h) \
     $(B)/lib/oriel/gcc.specs $(B)/lib/oriel/stamp $(B)/share/oriel/platforms

help:
	@sed -n 's/^#: //p' Makefile make/*.mk

include $(wildcard make/*.mk)

#: make            build everything into build/; V=1 shows the commands
#: make deps       install what is missing (apt)
deps:
	@sh make/deps.sh
deps-quiet:
	@sh make/deps.sh quiet

# --- generated from the table of MPI functions ---
ABI := $(addprefix model/abi/,types.tsv constants.tsv functions.tsv extra.tsv)
$(B)/gen/stamp: model/abi/generate.awk $(ABI)
	@mkdir -p $(B)/gen $(B)/include
	@echo '  GEN  $(B)/include/mpi.h'
	$(Q)$(AWK) -v out=$(B) -f model/abi/generate.awk $(ABI)
	@touch $@
$(GEN): $(B)/gen/stamp ;
$(B)/include/%.h: sim/%.h
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(B)/include/oriel_check.h: sim/touch/oriel_check.h
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(B)/lib/oriel/gcc.specs: sim/touch/gcc.specs
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(B)/share/oriel/platforms:
	@mkdir -p $(@D)
	$(Q)ln -sr platforms $@

# --- the library ---
$(B)/obj/%.o: %.c $(B)/gen/stamp $(B)/gen/flags | deps-quiet
	@mkdir -p $(@D)
	@echo '  CC   $<'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
$(B)/obj/%.o: %.cpp $(B)/gen/stamp $(B)/gen/flags | deps-quiet
	@mkdir -p $(@D)
	@echo '  CXX  $<'
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c -o $@ $<
$(B)/obj/gen/%.o: $(B)/gen/stamp $(B)/gen/flags | deps-quiet
	@mkdir -p $(@D)
	@echo '  CC   $(B)/gen/$*.c'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $(B)/gen/$*.c

# What is loaded, and what programs are linked with.
$(B)/lib/liboriel.so.$(VERSION): $(OBJ)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	$(Q)$(CXX) $(LDFLAGS) -shared -o $@ -Wl,-soname,liboriel.so.0 \
	  -Wl,-z,defs $(LTO) $(OBJ) $(LDLIBS)
	@ln -sf $(@F) $(@D)/liboriel.so.0
$(B)/lib/liboriel.so: $(B)/lib/liboriel.so.$(VERSION) make/stub_library.sh
	@echo '  LD   $@'
	$(Q)sh make/stub_library.sh $< $@ '$(CC)'
# What `-fopenmp` links a program with.
OPENMP := libgomp.so libomp.so libiomp5.so
$(B)/lib/oriel/stamp:
	@mkdir -p $(@D)
	@for f in $(OPENMP); do \
	  echo '/* OpenMP is part of Oriel. */ INPUT(-loriel)' >$(@D)/$$f; done
	@touch $@
$(B)/lib/liboriel.a: $(OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	@echo '  AR   $@'
	$(Q)ar rcs $@ $(OBJ)

$(B)/bin/orielrun: sim/orielrun.c $(B)/lib/oriel/simulator
	@mkdir -p $(@D)
	@echo '  LD   $@'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -MT $@ \
	  -MF $(B)/obj/orielrun.d -o $@ $<
$(B)/lib/oriel/simulator: sim/simulator.c $(B)/lib/liboriel.so \
  $(B)/gen/standins.stamp
	@mkdir -p $(@D)
	@echo '  LD   $@'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -MT $@ \
	  -MF $(B)/obj/simulator.d -o $@ $< -L$(B)/lib -loriel \
	  $(call WITH_STANDINS,) -Wl,-rpath,'$$ORIGIN/..'
$(B)/bin/orielcc: sim/orielcc.in
	@mkdir -p $(@D)
	$(Q)sed -e 's/@COMPILER@/cc/' -e 's/@VERSION@/$(VERSION)/' $< >$@
	@chmod +x $@
$(B)/bin/oriel++: sim/orielcc.in
	@mkdir -p $(@D)
	$(Q)sed -e 's/@COMPILER@/c++/' -e 's/@VERSION@/$(VERSION)/' $< >$@
	@chmod +x $@

# --- tests ---
$(B)/tests/%: tests/unit/%.c $(B)/lib/liboriel.a $(B)/gen/standins.stamp
	@mkdir -p $(@D)
	@echo '  LD   $@'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -MT $@ -MF $@.d \
	  -fno-lto -o $@ $< $(B)/lib/liboriel.a -lcmocka $(LDLIBS) -lstdc++ \
	  $(call WITH_STANDINS,../lib/oriel/)
$(B)/tests/test_abi: $(B)/lib/liboriel.so # whose symbols it reads

# Not the tests: the lines of their programs are in what they expect.
format:
	clang-format -i $(shell find model sim traces bench examples \
	  -name '*.[ch]' -o -name '*.cpp')
#: make clean      remove build/
clean:
	rm -rf $(B)

-include $(shell find $(B)/obj $(B)/tests -name '*.d' 2>/dev/null)
# A source that moved is still in these lists: what they are of is made anew.
%.c %.cpp %.d: ;
