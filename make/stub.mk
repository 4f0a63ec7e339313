# Unit tests named test_*_stub.c run on the stub engine, which takes the place
# of the engine on SimGrid. They are linked with all other objects, not with
# the archive: calls that nobody wrote are weak, and a weak name fetches
# nothing from an archive.
STUBBED := $(filter-out $(addprefix $(B)/obj/sim/engine/,engine.o clock.o \
  contexts.o default_platform.o),$(OBJ))
$(B)/tests/stub_engine.o: tests/stub/stub_engine.c | deps-quiet
	@mkdir -p $(@D)
	@echo '  CC   $<'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
$(B)/tests/%_stub: tests/unit/%_stub.c $(B)/tests/stub_engine.o $(STUBBED) \
  $(B)/gen/standins.stamp
	@mkdir -p $(@D)
	@echo '  LD   $@'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -MT $@ -MF $@.d \
	  -fno-lto -o $@ $< $(B)/tests/stub_engine.o $(STUBBED) -lcmocka \
	  $(LDLIBS) -lstdc++ \
	  $(call WITH_STANDINS,../lib/oriel/)
