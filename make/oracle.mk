# test_flows compares the engine with its back-end on SimGrid's public
# interface, which is an engine of its own in front of the archive.
$(B)/tests/engine_comm.o: sim/engine/engine.cpp | deps-quiet
	@mkdir -p $(@D)
	@echo '  CXX  $@'
	$(Q)$(CXX) $(CPPFLAGS) -DORIEL_ENGINE_COMM $(CXXFLAGS) -MMD -MP -c -o $@ $<
$(B)/tests/flows_comm: tests/unit/test_flows.c $(B)/tests/engine_comm.o \
  $(B)/lib/liboriel.a
	@echo '  LD   $@'
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -MT $@ -MF $@.d \
	  -o $@ $< $(B)/tests/engine_comm.o \
	  $(B)/lib/liboriel.a -lcmocka $(LDLIBS) -lstdc++
$(B)/tests/test_flows: $(B)/tests/flows_comm
