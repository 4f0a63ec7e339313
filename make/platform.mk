# The default platform's description is part of the library.
$(B)/obj/sim/engine/default_platform.o: platforms/single-switch.xml
