# How objects are compiled, beside what the Makefile begins with.

# Frame pointers lead from the library to the program's variables: from MPI's
# entries, and from accesses through the checker (sim/where/memory.c). What
# works in events is on no such way, and takes 4 % fewer instructions without
# them. Nor do the one-sided calls need more than their entries' frames: what
# they call never calls the program.
LEAVES := $(filter $(addprefix $(B)/obj/,$(addprefix sim/,coll/% cost/% net/% \
            p2p/% rma/% api/rma.o api/window_sync.o order.o $(addprefix \
            engine/,clock.o contexts.o dates.o engine.o events.o)) \
            $(addprefix model/,datatype/% window/% map.o pool.o)),$(OBJ))
$(LEAVES): OPT += -fomit-frame-pointer
# What an event or a call runs through is compiled as one when the library is
# linked, with more of it inline than elsewhere: 2 to 4 % fewer instructions for
# each of the two. `make LTO=` leaves the first out, and links at once. The unit
# tests take the same objects as they are.
WHOLE := $(LEAVES) $(filter $(addprefix $(B)/obj/,sim/rank/% \
           $(addprefix sim/api/,call.o check.o datatype.o op.o \
             window_query.o) \
           $(addprefix model/,check/% hash.o observer.o group/% handle/% op/%)),$(OBJ))
$(WHOLE): OPT += $(LTO) -O3
# gcc would join what was just written in parts to be read, or written again, as
# one vector, which waits until the parts are in the cache: when they are not in
# any, that is the cost of a message, or of an event. So do words of a checker.
$(foreach d,$(addprefix sim/,coll net p2p rma launch spin where) model/check,\
  $(B)/obj/$d/%.o) $(B)/obj/sim/engine/dates.o: OPT += -fno-tree-slp-vectorize
$(B)/obj/model/check/%.o: \
  OPT += $(if $(findstring clang,$(CC)),,-fno-store-merging)
# What these do needs these, whatever else is asked for: a function of the
# program that is run once may throw an exception, that of a std::thread may
# leave the thread, and what tells accesses goes on to functions that tell where
# the program has called them.
$(addprefix $(B)/obj/sim/strand/,words.o cxx.o): override CFLAGS += -fexceptions
$(addprefix $(B)/obj/sim/touch/,library.o library_more.o): \
  override CFLAGS += -foptimize-sibling-calls

# All objects are made anew when a compiler or a flag is another one, or what is
# said here.
FLAGS := $(CC) $(CXX) $(CPPFLAGS) $(CFLAGS) $(CXXFLAGS) $(LTO)
$(B)/gen/flags: export FLAGS := $(FLAGS)
$(B)/gen/flags: FORCE
	@mkdir -p $(@D)
	@{ echo "$$FLAGS"; grep -v '^#' make/flags.mk; } >$@.new
	@cmp -s $@.new $@ || cp $@.new $@
.PHONY: FORCE
