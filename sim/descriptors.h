/* Descriptors of the process: how many there may be, of which a run may need
 * one for each rank; those that are kept from the program; what is open by one,
 * opened again. */
#ifndef ORIEL_DESCRIPTORS_H
#define ORIEL_DESCRIPTORS_H

#include <stdbool.h>

/* Let there be as many as the system lets this process have. False: there are.
 */
bool descriptors_raise(void);

/* A duplicate for Oriel's own use, out of the way of those of the ranks, who
 * must not close it: a program may close all that it knows nothing of. -1 and
 * errno, as of dup(). */
int descriptors_keep(int);
bool descriptors_kept(int);
void descriptors_drop(int);
/* The lowest of those, from this number on; -1: there is none. */
int descriptors_kept_from(unsigned);
/* memfd_create(), kept so. */
int descriptors_memory(const char *name, unsigned flags);

/* A path by which what is open there can be opened anew, until it is closed. */
enum { DESCRIPTOR_PATH = 32 };
void descriptors_path(int, char path[DESCRIPTOR_PATH]);

#endif
