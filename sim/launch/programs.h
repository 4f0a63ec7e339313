/* The programs of a run: what of the command line's is opened, and told. */
#ifndef ORIEL_PROGRAMS_H
#define ORIEL_PROGRAMS_H

#include "options.h"

struct image_template;

/* Open the programs, each file once; one that cannot be run is a mistake of the
 * user's. */
void programs_open(const struct options *);
struct image_template *program_of(int app);

/* --missing: list what MPI functions programs need and Oriel lacks or refuses;
 * ends the process. */
void programs_missing(const struct options *) __attribute__((noreturn));

/* Reserve room for the images of all ranks; let MPI_INFO_ENV tell what runs. */
void programs_plan(const struct options *);

/* Does any tell its loads and stores (orielcc --check)? */
bool programs_any_checked(const struct options *);
/* The names of those that do not, and of their libraries that call MPI; the
 * list stays. */
const char *const *programs_unseen(const struct options *, int *count);

/* The name of one that tells them, but has atomics of its own, as those in
 * assembler, which are not told; NULL: there is none. */
const char *programs_own_atomics(const struct options *);

#endif
