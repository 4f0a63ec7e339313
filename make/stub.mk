# Unit tests named test_*_stub.c run on the stub engine: linked before the
# archive, it takes the place of the engine on SimGrid.
$(B)/tests/stub_engine.o: tests/stub/stub_engine.c | deps-quiet
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
$(B)/tests/%_stub: tests/unit/%_stub.c $(B)/tests/stub_engine.o \
  $(B)/lib/liboriel.a
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -o $@ $< $(B)/tests/stub_engine.o \
	  $(B)/lib/liboriel.a -lcmocka $(LDLIBS) -lstdc++
