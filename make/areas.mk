.PHONY: areas
#: make areas      count the MPI functions anew in docs/mpi.md
areas: all
	@sh make/areas.sh $(B) docs/mpi.md
