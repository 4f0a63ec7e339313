/* The events of a random program. Each function draws what it needs, writes the
 * event's line, and says what that accesses and what it orders, by the rules of
 * MPI-4.1. */
#ifndef RACES_EVENTS_H
#define RACES_EVENTS_H

#include "order.h"
#include "text.h"

#include <stddef.h>

enum { WINDOWS = 2, ATOMIC_CELLS = 2, OPS = 1024 };

/* --- layout.c: derived datatypes --- */

/* What it has of the cells from a place on; NULL: one after the other. */
struct layout;
void layouts_declare(void);
/* Of so many elements. `reads`: one may be there twice. */
const struct layout *draw_layout(int elements, bool reads);
int layout_span(const struct layout *, int elements);
unsigned layout_cells(const struct layout *, int elements);
/* ", COUNT, TYPE". `type`: of the elements, MPI_INT or MPI_UNSIGNED. */
void emit_layout(const struct layout *, int elements, const char *type);

/* --- memory.c: each rank has a buffer, and memory for windows --- */

int cell_count(void);
int buffer_count(void);
static inline unsigned cells_of(int first, int count)
{
  return ((1u << count) - 1) << first;
}

/* What a window has of a rank's memory, which another rank may own. */
struct part {
  int space, first, cells;
};
extern struct part parts[WINDOWS][RANKS];
void memory_begin(void);

/* Cells that a rank may use; several that are apart from each other. */
struct place {
  int space, cell, count;
  const struct layout *as;
};
struct places {
  int count;
  struct place list[4];
};
bool is_buffer(struct place);
/* The rank's memory for windows, and the rank of some. */
int memory_space(int rank);
int owner_of(int space);
/* It is other memory from now on. */
void memory_renewed(int rank);
struct place place_apart(int rank, int count, bool reads, struct places *);
void emit_place(struct place);
struct access access_of(struct place, int strand, bool writes);
/* A cell of window memory; is it one of the words whose values order, or one of
 * those that nobody looks at any more? */
struct place place_of_window(int rank);
bool is_word(struct place);
bool word_retired(struct place);
/* What the strand's event, a load or store, makes. */
struct access *touched(struct place, bool writes, int strand);
void touch(int strand);
/* Nobody looks at that word any more. */
void store_in_word(int strand, int rank, int cell);

/* --- word.c: words whose values order --- */

struct word {
  struct moments carries;
  int count;
  struct access *updates[OPS];
  int value;    /* where swaps are drawn */
  bool retired; /* stored to: what it carries then is nobody's guess */
};
struct word *word_at(int space, int cell);
void word_learn(const struct word *, int at);
void word_update(struct word *, struct access *by, bool begins_anew, int at);

/* --- operation.c --- */

struct op {
  int origin, window, target; /* of a strand, to a rank */
  int issued;
  struct access *there, *here[2];
  int here_count;
  bool reads;   /* only */
  bool fetches; /* brings something back */
  bool over;    /* nothing more to be said of it */
  struct word found;
};
/* Moments behind which a rank's part is open to operations. */
extern struct moments opened[WINDOWS][RANKS];

void operate(int strand, int window, int target);
/* The same, of that cell of its words: to look at it, or to update it. */
void operate_word(int strand, int target, int cell, bool looks);
void operation_over_here(struct op *, int at);
/* All to one target or, -1, to all; those that another thread issued if it is
 * known at `at`. Here only: local completion. */
void complete(int strand, int window, int target, int at, bool here_only);
/* What flushes of threads complete, too, since their strands know more now. */
void complete_found(void);
/* Each rank leaves the fence which that was, at its moment in `left`. */
void leave_fence(int window, int at, const int *left);
bool any_pending(int window);

/* --- request.c --- */

struct request {
  int number, strand, begun;
  struct op *op;             /* or NULL and ... */
  struct access *buffers[4]; /* ... what a message or collective uses, ... */
  int buffer_count;
  struct moments after; /* ... which does not end before those */
  bool blocked;         /* a wait would wait for what is drawn later */
};
int request_number(void);
/* Are there so many? A loop has but some for each round. */
bool requests_left(int count);
/* A loop begins, or another round of it. */
void requests_round(int rounds);
void emit_request(int number);
void request_open(struct request);
/* NULL: it is not open. */
struct request *request_of(int strand, int number);
void emit_start(int number);
void request_over(const struct request *, int at);
/* A wait, or tests, for this one. */
void request_finish(int strand, int number);
/* Is one of operations by that window from before the loop? */
bool any_request_before(int window);
/* Waits for all of operations by that window. */
void requests_of_window(int window);
/* A wait, or tests, for one of those that the strand knows; false: none. */
bool request_end(int strand);
/* ... for one that its rank has opened in this round. */
bool request_end_of_round(int strand);

/* --- epoch.c --- */

/* An epoch of a lock: what it comes after, once something is done in it. */
struct epoch {
  bool open, exclusive, used;
  struct moments after;
};
extern struct epoch epochs[WINDOWS][RANKS][RANKS]; /* of origin and target */

void flush(int strand, int window, int target);
extern bool synced[STRANDS]; /* it has called MPI_Win_sync */
void sync_window(int strand, int window);
void fence(int window, bool last);
void lock(int me, int window, int target);
void unlock(int me, int window, int target);
bool has_started(int rank, int window, int target);
void expose(int window);
void hide(int window, int target);
bool is_exposed(int window);
/* The first and last calls of a window. */
void epochs_open(int window);
void epochs_close(int window);

/* --- renew.c --- */

/* The window is there no more. */
extern bool closed[WINDOWS];
/* Is there a part of that rank to operate on? */
bool is_open(int window, int target);
/* Within what is attached, and how often that has been so. */
struct place place_attached(int target, int count);
int attachment_of(const struct place *);
void emit_window(int window);
/* Perhaps: something comes or goes. */
bool renewal_event(int rank);
/* The same, so that all is as before when it is over. */
void renewal_round_event(int rank, int window);

/* --- loop.c --- */

void loop_event(void);

/* --- message.c --- */

void message(int from, int to);
void collect(void);

/* Some are made, some started again. */
bool collect_persistently(void);
/* One is started, and over. */
bool collect_in_round(void);
void collectives_free(void);

/* --- persist.c --- */

bool pair_event(int from, int to);
/* One is started, and over. */
bool pair_round_event(void);
void pairs_ready(void);
void pairs_free(void);

/* --- thread.c --- */

void threads_begin(void);
int draw_strand(int rank);
void thread_event(int rank);
void threads_end(void);
/* A rank's lock: one of its threads takes it, tries to, or gives it back. */
void lock_event(int rank);
/* Whoever has one gives it back. */
void locks_free(void);
bool any_locked(void);
/* The rank has strands up to that many now. */
void threads_alive(int rank, int count);

/* --- signal.c --- */

void signals_declare(void);
void signals_begin(void);
void signal_event(int rank);
void tell(int from, int to); /* perhaps */
void signals_end(int strand);

/* --- atomic.c --- */

void atomic_event(int from, int to);

/* --- team.c: OpenMP --- */

void team_event(int rank);
/* Perhaps: one that is there in each round of a loop. */
bool team_round_event(int strand);
void teams_end(void);

#endif
