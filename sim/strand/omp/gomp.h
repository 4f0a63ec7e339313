/* What the files of gcc's entry points share. */
#ifndef ORIEL_OMP_GOMP_H
#define ORIEL_OMP_GOMP_H

#include "share.h"

/* Enter a construct that may have reductions for its tasks, and memory that
 * its threads share: *memory says how much, and where. Either may be NULL. */
struct share *gomp_share_enter(uintptr_t *reductions, void **memory);

/* Reductions of a region's tasks, in gcc's own form (gomp_reduction.c). `like`:
 * those that another thread made for the same construct; else memory is made
 * for so many threads. `outer`: of the taskgroup around. */
void gomp_reductions_open(uintptr_t *data, const uintptr_t *like,
                          unsigned threads, uintptr_t *outer);

/* Wait for the tasks that these dependences, in gcc's own form, name. */
void gomp_wait_depend(void **depend, struct pause);

#endif
