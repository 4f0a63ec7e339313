# The default platform's description is part of the library.
$(B)/obj/sim/default_platform.o: platforms/single-switch.xml
