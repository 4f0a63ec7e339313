/* A file that appears under its name only when it is complete. */
#ifndef ORIEL_WHOLE_H
#define ORIEL_WHOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct whole_file {
  FILE *file;
  char *part; /* the name while it is written; NULL: it has its name */
  void (*on_pipe)(int); /* what SIGPIPE did before; SIG_ERR: still does */
};

/* Can a file of this name be written? ("-" is standard output.) Before the run:
 * -1 and a line in `why` when not. */
int whole_check(const char *path, char *why, size_t size);
/* Would one replace the other, or do both go into one stream? */
bool whole_same(const char *path, const char *other);
/* What a run before this one has written goes: it would seem to be of this one
 * if that ends before it writes. */
void whole_forget(const char *path);
/* -1, and a line in `why`: errno says why the file cannot be written. */
int whole_refused(const char *path, char *why, size_t size);

/* Begin it; -1 and errno when it cannot be. */
int whole_open(struct whole_file *, const char *path);
/* Does this error say that nobody reads a pipe, which SIGPIPE has told already?
 */
bool whole_unread(int error);
/* Give it its name; -1 and errno when something was not written, and then
 * nothing is left behind. */
int whole_close(struct whole_file *);

#endif
