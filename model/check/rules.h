/* The rules that are not about conflicts of accesses: a file each, each an
 * observer of its own, which ends in report.h. */
#ifndef ORIEL_RULES_H
#define ORIEL_RULES_H

#include "options.h"

struct observed_collective;
struct observed_error;
struct window;

/* Called by check_open and check_close. */
void rules_open(const struct check_options *);
void rules_close(bool regular, double date);

/* errors.c: calls that MPI refused. */
void errors_open(void);
/* As if it had been told. */
void errors_tell(const struct observed_error *);
/* assert.c: assertions that are not true. */
void assert_open(void);
/* epochs.c: epochs that are never closed or do not match. */
void epochs_open(void);
void locked_open(void);
void epochs_close(bool regular, double date);
/* held.c: locks with MPI_MODE_NOCHECK, and posts, that locks meet. */
void held_open(void);
/* Has a lock of the window had MPI_MODE_NOCHECK? */
bool held_unchecked(const struct window *);
/* flush.c: flushes of oneself. */
void flush_open(void);
/* signature.c: types that differ between the ends of an operation. */
void signature_open(void);
/* ready.c: ready sends that may come before their receive. */
void ready_open(void);
/* collective.c: members that do not agree. */
void collective_open(void);
void exchange_open(void);
/* All members have made the call; `agree`: on which, and on its root. */
void exchange_end(const struct observed_collective *, bool agree);
/* buffer.c: buffers that are freed, gone, or too short. */
void buffer_open(void);
/* window_memory.c: the same of windows. */
void window_memory_open(void);
/* alloc_mem.c: the same of MPI_Alloc_mem. */
void alloc_mem_open(void);
/* succession.c: calls of threads that nothing orders. */
void succession_open(void);
/* guard.c: accesses beyond it. */
void guard_open(void);
void guard_close(double date);
/* Does the byte lie behind a part of a window, where the rank can come? */
bool guard_part(int rank, const char *at, struct check_memory *part);
/* That a call of the rank writes these bytes has been told: what is found there
 * at the end is no news. */
void guard_reported(int rank, const char *from, const char *to);
/* freed.c: memory that went with its window. */
void freed_open(void);
void freed_close(void);
/* mail.c: messages that nobody receives. */
void mail_open(void);
void mail_close(bool regular);
/* given_up.c: accesses whose request is freed. After check.c hears of order. */
void given_up_open(void);
/* leak.c: handles that are never freed. */
void leak_open(void);
void leak_close(bool regular, double date);

#endif
