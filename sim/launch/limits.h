/* Limits of the process (ulimit): what a run cannot do with less.
 *
 * sim/orielrun.c has those that keep the simulator from starting,
 * model/memory.c names those of memory. */
#ifndef ORIEL_LIMITS_H
#define ORIEL_LIMITS_H

/* From now on a file that grows too large is told, before ranks run; unless
 * that is ignored. */
void limits_open(void);
/* Is SIGXFSZ ignored from the start? */
int limits_ignored(void);
/* The limit of files was met outside of all ranks. */
void limits_file_too_large(void) __attribute__((noreturn));

#endif
