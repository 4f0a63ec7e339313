include Makefile
ub-only:
	$(call SANITIZED,undefined) unit programs
asan-only:
	@rm -f $(B)/address/log.*
	$(call SANITIZED,address) unit programs \
	  UNIT='$(patsubst $(B)/%,$(B)/address/%,\
	          $(filter-out %/test_engine %/test_touch,$(UNIT)))' \
	  TESTS='$(wildcard tests/programs/*.c tests/programs/*.cpp examples/*.c)' \
	  ASAN_OPTIONS='$(subst $(space),:,$(strip $(ADDRESS_OPTIONS)))'
