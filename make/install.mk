# Installing. What is installed finds its parts relative to itself, so a prefix
# may be moved as a whole, and DESTDIR changes nothing else.
TO       = $(DESTDIR)$(PREFIX)
INSTALL ?= install

.PHONY: uninstall
#: make install    install below PREFIX (default /usr/local); honours DESTDIR
install: all
	$(INSTALL) -d "$(TO)/bin" "$(TO)/include" "$(TO)/lib/pkgconfig" \
	  "$(TO)/lib/oriel" \
	  "$(TO)/share/oriel/platforms" "$(TO)/share/man/man1"
	$(INSTALL) -m 755 $(B)/bin/orielrun $(B)/bin/orielcc $(B)/bin/oriel++ \
	  "$(TO)/bin"
	$(INSTALL) -m 644 $(B)/include/mpi.h $(B)/include/oriel.h \
	  $(B)/include/oriel_test.h $(B)/include/oriel_check.h "$(TO)/include"
	$(INSTALL) -m 644 $(B)/lib/oriel/gcc.specs "$(TO)/lib/oriel"
	$(INSTALL) -m 755 $(B)/lib/oriel/simulator "$(TO)/lib/oriel"
	$(INSTALL) -m 755 $(B)/lib/liboriel.so $(B)/lib/liboriel.so.$(VERSION) \
	  "$(TO)/lib"
	cp -RP $(B)/lib/oriel/standins "$(TO)/lib/oriel"
	chmod -R u=rwX,go=rX "$(TO)/lib/oriel/standins"
	ln -sf liboriel.so.$(VERSION) "$(TO)/lib/liboriel.so.0"
	for f in $(OPENMP); do \
	  $(INSTALL) -m 644 $(B)/lib/oriel/$$f "$(TO)/lib/oriel"; done
	sed 's/@VERSION@/$(VERSION)/' oriel.pc.in >"$(TO)/lib/pkgconfig/oriel.pc"
	chmod 644 "$(TO)/lib/pkgconfig/oriel.pc"
	$(INSTALL) -m 644 platforms/*.xml "$(TO)/share/oriel/platforms"
	$(INSTALL) -m 644 man/orielcc.1 man/orielrun.1 "$(TO)/share/man/man1"
	ln -sf orielcc.1 "$(TO)/share/man/man1/oriel++.1"
	@[ "$(DESTDIR)" ] || sh make/ldconfig.sh "$(PREFIX)/lib"

#: make uninstall  remove what was installed below PREFIX
uninstall:
	cd "$(TO)/" && rm -f bin/orielrun bin/orielcc bin/oriel++ include/mpi.h \
	  include/oriel.h include/oriel_test.h include/oriel_check.h \
	  lib/liboriel.so lib/liboriel.so.0 \
	  lib/liboriel.so.$(VERSION) lib/pkgconfig/oriel.pc \
	  share/man/man1/orielrun.1 share/man/man1/orielcc.1 \
	  share/man/man1/oriel++.1
	rm -rf "$(TO)/share/oriel" "$(TO)/lib/oriel"
