/* The history: who accessed which bytes, as far as it can still matter.
 *
 * Memory is kept by pages of 4 KiB; a page is a sorted list of segments, each
 * with the records of accesses that cover all of it. A new access is compared
 * with the records where it falls, then recorded itself; one that it follows
 * and of which it says all that matters is dropped. So repeated accesses to the
 * same bytes cost and keep O(1), whatever their number. Invariant: segments of
 * a page are disjoint, and no two records of a segment are of the same act and
 * kind. */
#ifndef ORIEL_CHECK_HISTORY_H
#define ORIEL_CHECK_HISTORY_H

#include "strand.h"
#include "hash.h"

#include "../datatype/datatype.h"

/* Operations that complete together: those of one origin to one target between
 * two flushes. */
struct completion {
  struct stamp stamp;
  struct stamps *also; /* further strands of the rank that know; NULL: none */
  const char *call;    /* which completed them, and where */
  const void *site;
};
struct batch {
  int references;
  struct completion local, remote;
  struct act *watched;   /* those whose buffers are watched until `local` */
  struct value *fetched; /* location.c's: the results that come with it */
  uint64_t number;       /* of its first operation, which was issued ... */
  const char *call;      /* ... by this call ... */
  const void *site;
  int strand;         /* ... of this strand of the origin */
  struct batch *next; /* batch.c's: in its list */
};

/* A deed that accesses memory: an operation, a call with a buffer, a run of
 * loads or stores. */
struct act {
  int references;
  uint32_t tick;
  struct check_strand *strand;
  double date;
  uint64_t number;  /* of an operation or pending buffer */
  const char *what; /* the call, "store", "load" */
  const void *site;
  uint8_t kind, epoch;     /* of an operation: enum observed_kind and _epoch */
  bool plain;              /* over when it was recorded */
  bool requested;          /* request-based: may be over before its batch */
  bool polled;             /* a load of the same bytes again and again */
  bool fresh;              /* a load straight after MPI_Win_sync */
  struct completion *done; /* of a buffer or request, once it is complete */
  struct batch *batch;     /* of an operation, else NULL */
  const struct window_view *window; /* of an operation: the origin's */
  int target, target_world;
  const struct op *op;
  const void *opened;    /* where its epoch was */
  struct watch *watches; /* memory.c's: its buffers, until they are free */
  struct act *next_watched;
  struct value *value; /* location.c's, of an atomic one */
};

struct act *act_new(struct check_strand *, const char *what, const void *site,
                    double date);
void act_unref(struct act *);
/* A pending buffer or a request-based operation is locally complete. */
void act_complete(struct act *, struct observed_strand, const char *call,
                  const void *site);

/* Acts by number; they are referenced while they are kept. */
void act_keep(struct hash *, struct act *);
/* Out of the table, with its reference; NULL: not there. */
struct act *act_take(struct hash *, uint64_t number);
struct batch *batch_new(void);
void batch_unref(struct batch *);

enum record_flags {
  RECORD_WRITES = 1,
  RECORD_ATOMIC = 2,
  RECORD_AT_TARGET = 4, /* of an operation, on the target's memory */
  RECORD_C_ATOMIC = 8,  /* by C11's atomics */
  RECORD_CALL = 64,     /* of a call's buffer, not of a load or store */
  RECORD_STORE = 16,    /* for the separate memory model: of the whole window */
  RECORD_UPDATE = 32,
};

struct record {
  struct act *act;
  uint8_t flags;
  uint8_t basic; /* of atomic ones: enum basic, its size, ... */
  uint8_t size;
  uint8_t grid; /* ... and address modulo size */
  int room;     /* segment.c's: of the first of a list, how many may come until
                 * it is looked through for what is over */
};

/* The strand learns it; the first one that does is told in reports. */
void complete(struct completion *, struct observed_strand, const char *call,
              const void *site);
/* Are the bytes of the record free for who knows so much? */
bool record_over(const struct record *, const struct viewer *);
/* The rank whose memory it is, if no other rank shares that. */
int record_owner(const struct record *);
/* A load or store of the program, not of a call. */
bool record_is_touch(const struct record *);
/* Atomic with respect to each other? [MPI-4.1 12.7.1] */
bool record_compatible(const struct record *, const struct record *);
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
/* They are so for these records. */
typedef bool history_gone(const struct record *, const char *low,
                          const char *high, void *arg);
void history_forget_those(const char *low, const char *high, history_gone *,
                          void *arg);

/* The bytes are window memory, which several ranks may access: from now on, or
 * no more. */
void history_expose(const char *low, const char *high,
                    const struct window_view *, bool ends);
/* Is [low, *end) window memory? *end: as far as that is so, or is not, and no
 * further than `high` or the end of the page. */
bool history_part(const char *low, const char *high, const char **end);
/* The window whose memory the byte is; NULL: none. */
const struct window_view *history_window(const char *byte);
/* A place for location.c's words of the byte's page; NULL: there is none. */
struct location **history_words(const char *byte, bool make);

#endif
