/* The internal control variables of OpenMP: what a task inherits. */
#ifndef ORIEL_OMP_SETTINGS_H
#define ORIEL_OMP_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/* As OpenMP numbers them. */
enum schedule {
  SCHEDULE_STATIC = 1,
  SCHEDULE_DYNAMIC,
  SCHEDULE_GUIDED,
  SCHEDULE_AUTO,
};

enum { LEVELS_LISTED = 8, LEVELS_MAX = 0x7fffffff };
enum { THREADS_MOST = 1 << 16 }; /* that OMP_NUM_THREADS may ask for */

struct settings {
  int threads; /* of the next team */
  bool dynamic, monotonic;
  enum schedule schedule; /* of schedule(runtime) */
  long chunk;             /* 0: not given */
  int max_levels;         /* of active regions inside each other */
  int device;             /* the default; there is none but the host */
};

/* What is the same in the whole rank. */
struct rank_settings {
  int listed[LEVELS_LISTED]; /* OMP_NUM_THREADS by level */
  int listed_count;
  int thread_limit;
  int max_priority;        /* of a task; a higher one counts as this */
  int teams, team_threads; /* at most, of a league; 0: as many as are */
  size_t stack;            /* of workers; 0: as a rank's */
  int block_time;          /* that a program has set, for no more than asking */
  bool serial;             /* and that it wants teams of one */
};

/* From the environment of self, when its program first uses OpenMP, and shown
 * if that says so. What is not understood ends the run; what is empty counts as
 * not there. */
void settings_read(struct settings *, struct rank_settings *);

/* On the rank's standard error, as the variables that would give these. */
void settings_show(const struct settings *, const struct rank_settings *);

#endif
