/* The working directory, per rank.
 *
 * A process has one. A rank that changes it has its own from then on, whatever
 * becomes of its name, and the process changes to it whenever a thread of that
 * rank is put in place. Invariant, once a rank has done so: the process is in
 * the folder of the rank in place. */
#ifndef ORIEL_FOLDER_H
#define ORIEL_FOLDER_H

#include <stdbool.h>

struct folder {
  struct place *place; /* NULL: where the run began */
};

/* As chdir() and fchdir(), for the rank in place, whose folder this is. */
int folder_change(struct folder *, const char *path);
int folder_change_to(struct folder *, int fd);

/* Has any rank changed its own? If so: the rank of this one is put in place. */
extern bool folders_changed;
void folder_enter(const struct folder *);
/* Where the run began, for what is Oriel's own: the run ends. */
void folder_leave(void);

#endif
