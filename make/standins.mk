# SimGrid may be linked to ns-3, as Debian's is: fifteen libraries which take
# longer to load than a small run, for a network model that Oriel never chooses;
# and to Fortran's, which takes more or less of the heap before main() as the
# standard streams are files or pipes, so that all addresses behind would differ.
# What is linked with this finds stand-ins for them first; the argument leads
# from its folder to lib/oriel. RPATH, not RUNPATH, as it is SimGrid that needs
# them.
WITH_STANDINS = -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN/$(1)standins'

$(B)/gen/standins.stamp: make/standins.sh | deps-quiet
	@mkdir -p $(@D)
	@echo '  GEN  $(B)/lib/oriel/standins'
	$(Q)sh make/standins.sh $(B)/lib/oriel/standins '$(CC)'
	@touch $@
