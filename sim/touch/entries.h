/* Entries: the functions that compilers call under -fsanitize=thread. */
#ifndef ORIEL_ENTRIES_H
#define ORIEL_ENTRIES_H

#include <stdbool.h>

/* Bind programs that are opened from now on to those that tell. */
void entries_bind(void);

/* Does it tell one plain access, and nothing else? */
bool entries_tell(const void *function);

/* Where the strand has just loaded atomically. */
extern const void *touch_just_loaded;

#endif
