/* Threads as pthread_create makes them. */
#ifndef ORIEL_THREAD_H
#define ORIEL_THREAD_H

#include "crew.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <unwind.h>

/* Something to do when a thread ends, as C++'s run time lays it out: what is
 * registered begins with this. */
struct thread_end {
  struct thread_end *next;
  void (*run)(struct thread_end *);
};

/* With the 0 at its end. */
enum { THREAD_NAME = 16 };

/* How a thread would be scheduled: told to who asks, no more. */
struct manner {
  int policy;
  struct sched_param priority;
  int nice, io;
  bool bound; /* to these cores */
  cpu_set_t cores;
};

struct thread {
  struct hash_node node; /* of `threads`, by id */
  unsigned long id;      /* what the program knows it by; never given again */
  struct strand *strand;
  void *(*start)(void *);
  void *arg, *value;
  char name[THREAD_NAME];
  bool detached, ended;
  bool awaited; /* somebody joins it, and nobody else may */
  struct entry *joining;
  int cancel_state, cancel_type;    /* as set, for no more than asking, ... */
  struct manner manner;             /* ... those that it makes have it, too */
  struct pause leaving;             /* by pthread_exit, ... */
  struct _Unwind_Exception unwound; /* ... which unwinds by this */
  void *cleanup;                    /* the latest pthread_cleanup_push */
  struct thread_end *ends;          /* the latest first */
  jmp_buf leave;                    /* to the thread's first frame */
};

/* The thread of self; made for main()'s, and those of OpenMP, on first use. */
struct thread *thread_self(void);
/* Of self's rank, by number; NULL: there is none, or no more. */
struct thread *thread_find(unsigned long id);
/* One that has not ended. */
struct thread *thread_running(unsigned long id);
/* Of a thread that one of this manner makes; that of attributes, where it is
 * theirs. (manner.c) */
struct manner manner_inherited(const struct manner *);
void manner_set(struct manner *, const pthread_attr_t *);
/* A further strand of self, idle, with thread-locals as new: rank_strand(). */
struct strand *thread_strand(size_t stack, bool pooled);
/* `site`: who calls. 0 or an error number. */
int thread_new(unsigned long *id, size_t stack, bool detached,
               void *(*start)(void *), void *arg, const void *site);
int thread_join(unsigned long id, void **value, struct pause, double date);
int thread_detach(unsigned long id);
/* Run it when the thread of self ends, after its destructors. */
void thread_at_end(struct thread_end *);
/* Leave it from anywhere in the program: leave.c, and then its last step. */
void thread_leave(void *value, struct pause);
void thread_exit(void *value, struct pause) __attribute__((noreturn));

#endif
