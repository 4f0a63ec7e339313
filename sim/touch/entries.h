/* Entries: the functions that compilers call under -fsanitize=thread. */
#ifndef ORIEL_ENTRIES_H
#define ORIEL_ENTRIES_H

/* Bind programs that are opened from now on to those that tell. */
void entries_bind(void);

/* Where the strand has just loaded atomically. */
extern const void *touch_just_loaded;

#endif
