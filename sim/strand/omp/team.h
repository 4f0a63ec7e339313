/* OpenMP's teams, work sharing and tasks, on strands.
 *
 * The entry points of both compilers (gomp*.c, kmpc*.c) and OpenMP's library
 * (library.c) stand on this. A thread of a team is a strand of the rank; it
 * executes tasks, first its implicit one. Invariant: strand->task is the task
 * that the strand executes, or NULL before its first use of OpenMP; a task
 * begins and ends on one strand. No OpenMP construct takes simulated time by
 * itself. */
#ifndef ORIEL_OMP_TEAM_H
#define ORIEL_OMP_TEAM_H

#include "../crew.h"
#include "settings.h"

#include <stdint.h>

struct accesses;
struct taskgroup;
struct share;
struct team;

/* What is known of a task, implicit ones included. */
struct task {
  struct team *team;
  struct member *member; /* who executes it */
  struct task *parent;   /* NULL: implicit */
  struct settings settings;
  int requested;           /* threads of the next team: its clause; 0: none */
  struct taskgroup *group; /* the innermost, where its children go */
  bool final, ended, done;
  bool waits_for_event; /* it is detached, and nobody has fulfilled it */
  int priority;
  int references;               /* its own, its children's, and of `accesses` */
  long children;                /* that are not done */
  int ready_children;           /* of these, in the team's list */
  struct task *next, *previous; /* in that list */

  struct accesses *accesses; /* of its children, by address: depend.c */
  struct task **predecessors, **successors;
  int predecessor_count, successor_count;
  int unmet; /* predecessors that are not done */

  void (*run)(struct task *);
  void (*discard)(struct task *); /* what `run` needed; may be NULL */
  void *code, *data, *memory;     /* for these two */
};

/* A taskgroup. */
struct taskgroup {
  struct taskgroup *outer;
  long unfinished;
  int ready;
  void *reductions; /* the compiler's */
};

/* A thread of a team. */
struct member {
  struct task task; /* its implicit one */
  struct team *team;
  int number;
  bool fed;             /* it has made or executed a task since a barrier */
  struct share *share;  /* that it is in */
  struct share *latest; /* that it has met */
  struct share *across; /* the doacross loop around it: kmpc's */
  uint64_t from, to;    /* its chunk of a loop */
  uint64_t trip;        /* chunks that it had, in a static schedule */
};

struct team {
  struct task *parent; /* that met the construct; NULL: a strand's first */
  int size;
  int level, active; /* of parallel regions; those with more threads than 1 */
  struct member *members;
  struct share *shares; /* those that some have met, and not all passed, ... */
  struct share *last_share; /* ... in their order */

  int arrived;            /* at the barrier */
  unsigned long barriers; /* that are over */
  struct entry *waiting;  /* by what they wait for: team, task or group */
  struct counter leaving; /* threads, but the first, that are not idle again */

  int hungry; /* threads that can run, but have not since they could */
  struct task *ready, *ready_last; /* by priority, then oldest first */
  int ready_count;
  long unfinished; /* tasks */

  void (*body)(void *);
  void *arg;
  struct pause pause;  /* the construct */
  void *reductions[2]; /* kmpc's, of the region and of work sharing */
};

/* What OpenMP keeps of a rank. */
struct omp {
  struct rank_settings settings;
  struct settings initial;
  unsigned critical, atomic; /* locks: lock.h */
  struct private *private;   /* kmpc_private.c */
  char *affinity_format;     /* affinity.c */
  uintptr_t allocator;       /* memory.c; 0: the predefined one */
};
struct omp *omp_self(void);

/* The task of self; the strand's first implicit one on first use. */
struct task *task_self(void);
static inline struct member *member_self(void)
{
  return task_self()->member;
}

/* --- team.c --- */

/* How many threads a team gets that asks for so many; 0: does not ask. */
int team_size(int asked);
/* A team, whose first thread is self once team_run() begins. */
struct team *team_new(int size);
/* Let all threads run body(arg), each on its strand; until all are done. */
void team_run(struct team *, void (*body)(void *), void *arg, struct pause);
/* The same in two steps, for a team of one, whose body is what its thread does
 * next. */
void team_enter(struct team *);
void team_leave(void);
/* Wait for all threads, and all tasks, of the team of self; meanwhile execute
 * tasks. */
void team_barrier(struct pause);
/* Let threads that have come for a task go first: one that passes no time would
 * take them all. */
void team_turn(struct team *, struct pause);
/* Wake one thread that waits for `on`, for a task: is there one? */
bool team_call(struct team *, const void *on);
/* Park self until somebody takes those that wait for `on`. */
void team_wait(struct team *, const void *on,
               void (*explain)(const struct counter *, char *, size_t),
               struct pause);

/* A task of the team has ended, on the strand of self. */
void team_task_ended(struct team *);

/* --- task.c --- */

enum depend_kind { DEPEND_IN, DEPEND_OUT, DEPEND_SET };
struct dependence {
  const void *address;
  enum depend_kind kind;
};

/* A child of the task of self; the caller says what it runs, then submits it:
 * it is executed later, or here and now (at_once). */
struct task *task_new(void);
/* In reports, of memory that the team of self works in. */
static inline const void *team_site(void)
{
  return task_self()->team->pause.site;
}
/* In reports, of the memory for a task with this function, which begins in the
 * line of the construct. */
static inline const void *task_site(const void *code)
{
  return (const char *)code + 1;
}
/* Of those that are ready the one with the highest priority is next. */
void task_prioritise(struct task *, int priority);
void task_submit(struct task *, bool at_once, const struct dependence *, int n,
                 struct pause);
/* The two halves of a task that its creator executes in place. */
void task_begin_here(struct task *);
void task_end_here(struct task *);
/* Wait for the children of the task of self. */
void task_wait(struct pause);
/* Wait for those that a task with these dependences would wait for. */
void task_wait_depend(const struct dependence *, int n, struct pause);
void task_yield(void);
/* omp_fulfill_event(). */
void task_fulfil(struct task *);
/* Execute one ready task of the team, with regard to nothing: is there one? */
bool task_execute_any(struct team *);

struct taskgroup *taskgroup_begin(void);
void taskgroup_end(struct pause);

/* How many parts of `each` there are in `total`, the last maybe shorter:
 * without a sum that could be too large. */
static inline uint64_t parts_of(uint64_t total, uint64_t each)
{
  return total / each + (total % each > 0);
}

/* How `total` iterations are cut into tasks. */
enum cut { CUT_DEFAULT, CUT_GRAIN, CUT_TASKS };
uint64_t taskloop_tasks(uint64_t total, enum cut, uint64_t value);
void taskloop_range(uint64_t total, uint64_t tasks, uint64_t k, uint64_t grain,
                    uint64_t *from, uint64_t *to);

/* --- depend.c --- */

/* Note the dependences among the children of its parent; sets `unmet`. */
void depend_add(struct task *, const struct dependence *, int n);
/* A task has begun: nobody asks for its predecessors any more. */
void depend_begun(struct task *);
/* Forget what is known of the children. */
void depend_forget(struct task *parent);
void task_release(struct task *); /* one reference less */

#endif
