/* Chance, and the text of the program that it makes.
 *
 * Invariant: `line` is the number of the line that is being written. */
#ifndef RACES_TEXT_H
#define RACES_TEXT_H

#include <stdbool.h>

/* What one kind of program has. */
struct kind {
  char name;
  enum epochs { LOCK_ALL, FENCES, POSTS, LOCKS } epochs;
  bool mixed;        /* the second window has others: ... */
  enum epochs other; /* ... these */
  bool dated;        /* each event has a date of its own */
  bool words;        /* values that order */
  bool swaps;        /* ... and are known, so that swaps succeed or fail */
  bool shared;       /* memory that all ranks load and store */
  int windows;       /* over the same memory, in part */
  enum { NO_THREADS, THREADED, SIGNALS, TEAMS } threads; /* in each rank */
  bool separate; /* of the separate memory model */
  bool dynamic;  /* memory is attached and detached */
  bool types;    /* derived datatypes */
  enum {
    NO_RENEWAL,
    FREED,
    UNLOCKED
  } renewal;     /* windows end and begin again:
                    the latter with no_locks */
  bool heap;     /* the windows' memory is from malloc() */
  bool requests; /* persistent and partitioned ones */
  bool atomics;  /* C11's */
};
extern const struct kind *kind;

static inline enum epochs epochs_of(int window)
{
  return window && kind->mixed ? kind->other : kind->epochs;
}

/* The memory of window 0 is MPI's, or from malloc(). */
static inline bool is_allocated(void)
{
  return kind->shared || (kind->windows == 1 && !kind->dynamic && !kind->heap);
}

/* The same sequence for the same seed. */
void draw_begin(unsigned long seed);
int draw(int below);
bool chance(int percent);

extern int line;
void emit(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* An event's line begins, of this strand or, -1, of all ranks. */
void event(int strand);
/* An event's line begins, of all strands of a rank. */
void event_together(int rank);
/* How many lines of events were begun, in all rounds. */
extern int event_number;
const char *text_whole(void);

/* A loop. What is in it is drawn once for each round, and is the same text each
 * time:
 *   loop_begin(rounds);
 *   do
 *     ...
 *   while (loop_goes_on());
 * What is drawn within must not depend on what changes from round to round,
 * but for what is `kept`: its value is that of the first round. */
void loop_begin(int rounds);
bool loop_goes_on(void);
/* The round, from 0; -1: there is no loop. */
int loop_round(void);
int kept(int value);

#endif
