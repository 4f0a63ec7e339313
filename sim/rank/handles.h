/* Handles of a rank, as the observers hear of them. */
#ifndef ORIEL_HANDLES_H
#define ORIEL_HANDLES_H

#include "rank.h"

/* Name an object of self; made by the call that it is in. 0: no more. */
uintptr_t rank_handle_new(enum handle_kind, void *object);
/* The object that a call of self uses by its handle; NULL: it names none. */
void *rank_handle_use(enum handle_kind, uintptr_t);
/* Forget a handle of a rank; returns the object. */
void *rank_handle_free(struct rank *, enum handle_kind, uintptr_t);
/* The program gave it up, but it stays in the table for a while. */
void rank_handle_given_up(const struct rank *, enum handle_kind, uintptr_t);

#endif
