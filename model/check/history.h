/* The history: who accessed which bytes, as far as it can still matter.
 *
 * Memory is kept by pages of 4 KiB; a page is a sorted list of segments, or one
 * for each eighth, each with the records of accesses that cover all of it. A
 * new access is compared with the records where it falls, then recorded itself;
 * one that it follows and of which it says all that matters is dropped. So
 * repeated accesses to the same bytes cost and keep O(1), whatever their
 * number. Invariant: segments of a page are disjoint, and no two records of a
 * segment are of the same act and kind. */
#ifndef ORIEL_CHECK_HISTORY_H
#define ORIEL_CHECK_HISTORY_H

#include "strand.h"

#include "../datatype/datatype.h"
#include "../hash.h"
#include "../window/window.h"

/* A call that completes accesses, and the strand that learns of it. One for all
 * that it completes. */
struct completion {
  int references;
  struct stamp stamp;
  struct stamps *also; /* further strands of the rank that know; NULL: none */
  const struct caller *by;
};

/* Operations that complete together: those of one origin to one target between
 * two flushes. */
struct batch {
  int references;
  unsigned world : 26;  /* the target, in MPI_COMM_WORLD; it outlives ... */
  unsigned missed : 1;  /* a flush by a strand did not know of it */
  unsigned changes : 1; /* not all of them are gets */
  unsigned plain : 1;   /* not all of them have requests */
  unsigned epoch : 3;   /* enum observed_epoch ... */
  union {
    struct completion *local; /* batch_local(); until then ... */
    uintptr_t words; /* ... odd, and segment.c's: what was accessed; ... */
  };
  union {
    struct value *fetched;     /* location.c's: the results that come; ... */
    struct completion *remote; /* ... then that, or NULL: not yet */
  };
  union {
    struct watch *watched; /* memory.c's: its buffers; ... */
    struct batch *next;    /* ... then batch.c's: in its list; ... */
    /* ... complete by a fence: when the target leaves that; NULL: it has, for
     * all who come there by another window */
    struct fence_left *left;
  };
  const void *opened;               /* ... and where that was opened */
  const struct window_view *window; /* ... the window: the origin's view */
};

/* Who acts: the same for all calls at one place. */
struct caller {
  const char *what; /* the call, "store", "load" */
  const void *site;
};
const struct caller *caller_of(const char *what, const void *site);
bool caller_same_line(const struct caller *, const struct caller *);
/* Of a call of MPI: the first that was asked for of those that are the same one
 * in the program, of which each rank may have its own. */
const struct caller *caller_first(const struct caller *);

/* A deed that accesses memory: an operation, a call with a buffer, a run of
 * loads or stores. It fits a cache line. */
struct act {
  int references;
  struct stamp stamp;   /* when its strand began it */
  uint16_t op;          /* of an operation: its operator's handle, or 0 */
  unsigned kind : 4;    /* likewise: enum observed_kind */
  unsigned started : 2; /* of a buffer: enum observed_start */
  bool replaces : 1;    /* likewise: what it writes the same call reads there */
  bool found : 1;       /* a load, of an update that was news to its strand */
  bool plain : 1;       /* over when it was recorded */
  bool requested : 1;   /* request-based: may be over before its batch */
  bool polled : 1;      /* a load of the same bytes again and again */
  bool again : 1;       /* its line did the same before */
  bool counted : 1;     /* an update that a report on polling counts */
  bool fresh : 1;       /* a load that may look, by MPI_Win_sync */
  bool awaits : 1;      /* an atomic operation, whose result has not come */
  bool several : 1;     /* likewise, of some elements, that was applied */
  const struct caller *by;
  double date;
  union {
    uint64_t number; /* of a pending buffer */
    /* Of an atomic operation, when it was applied: which update of its word,
     * and of its rank's memory, it was. */
    struct {
      uint32_t version, arrival;
    };
  };
  struct batch *batch;     /* of an operation, else NULL */
  struct completion *done; /* of a buffer or request, once it is complete */
  union {
    struct location *word;     /* location.c's: that of this version, or ... */
    struct elements *elements; /* ... of `several`, ... */
    struct value *value;       /* ... while it awaits its result */
    struct watch *watches;     /* memory.c's, of a buffer, until it is free */
  };
};

struct act *act_new(struct check_strand *, const char *what, const void *site,
                    double date);
void act_unref(struct act *);
/* It is one of a loop that waits, and so may others of its line be: was one, in
 * some strand? */
void act_polls(struct act *load);
bool act_line_polls(const struct act *load);
struct check_strand *act_strand(const struct act *);
/* Compare and swap replaces or does nothing: beside MPI_REPLACE it is what
 * mutexes are made of. 0: none. */
MPI_Op act_operator(const struct act *);
/* What an atomic operation does: its kind and operator, whose handle is one of
 * the ABI's below 4096; 0 if it has none. */
static inline uint16_t act_what(const struct act *a)
{
  return (uint16_t)(a->kind << 12 | a->op);
}
/* A pending buffer or a request-based operation is locally complete. */
void act_complete(struct act *, struct observed_strand, const char *call,
                  const void *site);

/* Acts by number; they are referenced while they are kept. */
void act_keep(struct hash *, uint64_t number, struct act *);
/* Out of the table, with its reference; NULL: not there. */
struct act *act_take(struct hash *, uint64_t number);

/* The one that an operation begins. */
struct batch *batch_new(const struct observed_issue *);
void batch_unref(struct batch *);
/* What completed it locally, and remotely; NULL: nothing yet. */
static inline const struct completion *batch_local(const struct batch *g)
{
  return g->words & 1 ? NULL : g->local;
}
static inline const struct completion *batch_remote(const struct batch *g)
{
  return batch_local(g) ? g->remote : NULL;
}
/* It is complete at the origin, by `now` as by others before; and at the
 * target. */
void batch_complete_locally(struct batch *, struct completion *now);
void batch_complete_remotely(struct batch *, struct completion *now);
/* Of an operation whose window is there: that, and the target's rank in it. */
static inline const struct window *act_window(const struct act *a)
{
  return a->batch->window->window;
}
int batch_target(const struct batch *);

struct completion *completion_new(struct observed_strand, const char *call,
                                  const void *site);
void completion_unref(struct completion *);

enum record_flags {
  RECORD_WRITES = 1,
  RECORD_ATOMIC = 2,
  RECORD_AT_TARGET = 4, /* of an operation, on the target's memory */
  RECORD_C_ATOMIC = 8,  /* by C11's atomics */
  RECORD_CALL = 64,     /* of a call's buffer, not of a load or store */
  RECORD_FINDS = 128,   /* a load that only what it found orders */
  RECORD_STORE = 16,    /* for the separate memory model: of the whole window */
  RECORD_UPDATE = 32,
};

struct record {
  struct act *act;
  uint8_t flags;
  uint8_t basic; /* of atomic ones: enum basic, its size, ... */
  uint8_t size;
  uint8_t grid;  /* ... address modulo size ... */
  uint16_t what; /* ... and act_what() */
  uint16_t room; /* segment.c's: of the first of a list, how many may come until
                  * it is looked through for what is over */
};

/* Are these bytes of the record free for who knows so much? */
bool record_over(const struct record *, const char *low, const char *high,
                 const struct viewer *);
/* What a fence is to complete there is complete when that returns, at the
 * target or, of a result, at the origin; who leaves it knows that all have
 * called it. By the same window others may go on. [MPI-4.1 12.5.1, 12.7] Is
 * this one over for a later one by another window, that knows it to be over? */
bool record_fenced(const struct record *, const struct record *later,
                   const char *low, const char *high, const struct viewer *);
/* The rank whose memory it is, if no other rank shares that. */
int record_owner(const struct record *);
/* A load or store of the program, not of a call. */
bool record_is_touch(const struct record *);
/* Atomic with respect to each other? [MPI-4.1 12.7.1] */
bool record_compatible(const struct record *, const struct record *);
/* Of an operation at its target, in an epoch of passive target communication:
 * an update that a loop may wait for. What a fence or MPI_Win_complete is to
 * complete need not come before. [MPI-4.1 12.5] */
bool record_may_be_polled(const struct record *);
bool record_looks(const struct record *load, const struct record *update);
/* Have two atomic operations operators that the window does not allow at the
 * same time? [MPI-4.1 12.2.1, accumulate_ops] */
bool ops_differ(const struct act *, const struct act *);

/* Told of each record that the new one conflicts with, and the bytes. */
typedef void conflict_found(const struct record *earlier,
                            const struct record *later, const char *low,
                            const char *high);
extern conflict_found *history_conflict;
/* Told of each earlier record that is over, and who knows it. NULL: nobody. */
extern void (*history_follows)(const struct record *earlier,
                               const struct record *later,
                               const struct viewer *, const char *low,
                               const char *high);

/* Bytes [low, high) are accessed by `r`, whose act is referenced. */
void history_access(const char *low, const char *high, const struct record *r,
                    const struct viewer *);
/* The same, compared only: not recorded. */
void history_compare(const char *low, const char *high, const struct record *r,
                     const struct viewer *);
/* The bytes are other memory from now on. */
void history_forget(const char *low, const char *high);
/* They are so for these records; NULL: for all. */
typedef bool history_gone(const struct record *, const char *low,
                          const char *high, void *arg);
void history_forget_those(const char *low, const char *high, history_gone *,
                          void *arg);

/* Were buffers of calls, which may not be over, among the accesses of their
 * pages? What an operation accesses at its target is none. */
bool history_buffers(const char *low, const char *high);

/* The bytes are window memory, which several ranks may access: from now on, or
 * no more. `attached`: by that, or NULL. */
void history_expose(const char *low, const char *high,
                    const struct window_view *, struct act *attached);
void history_hide(const char *low, const char *high,
                  const struct window_view *);
/* What has attached the byte, which operations of the batch access. */
struct act *history_attached(const char *byte, const struct batch *);
/* Of the separate memory model: a load does not find what others update. */
extern bool history_separate;
/* Operators that a window does not allow at the same time matter. */
extern bool history_ops;
/* Some memory has been that of two windows at once. */
extern bool history_overlaps;
/* Some has been attached to one. */
extern bool history_attaches;
/* Is [low, *end) window memory? *end: as far as that is so, or is not, and no
 * further than `high` or the end of the page. */
bool history_part(const char *low, const char *high, const char **end);
/* The window whose memory the byte is; NULL: none. */
const struct window_view *history_window(const char *byte);
/* The windows of which bytes of [low, high) are memory, within the page of the
 * first one: number `n`; NULL: there are no more. */
const struct window_view *history_window_of(const char *low, const char *high,
                                            int n);
/* A place for location.c's words of the byte's page; NULL: there is none. */
struct words **history_words(const char *byte, bool make);
/* Those of each page of [low, high), from `at` on, in the order of addresses.
 */
void history_each_words(const char *low, const char *high,
                        void (*f)(struct words *, const char *at, void *arg),
                        void *arg);
/* Ask for what an access of the byte will touch:
 * sim/engine/foresight.h's stages. */
void history_foresee(const char *byte, int stage);

#endif
