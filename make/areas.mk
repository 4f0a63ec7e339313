.PHONY: areas
#: make areas      count the MPI functions anew in README.md's table
areas: all
	@sh make/areas.sh $(B) README.md
