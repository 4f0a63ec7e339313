/* Order that values carry: from who updates a word of a window atomically to
 * who fetches it. Mutexes and flags made of accumulates are of this kind. */
#ifndef ORIEL_CHECK_LOCATION_H
#define ORIEL_CHECK_LOCATION_H

#include "history.h"

/* What an operation takes to its target, and what an atomic one brings back.
 * It fits a cache line. */
struct value {
  struct act *act;    /* referenced */
  struct clock clock; /* what its strand knew; when it is applied, what it
                       * found */
  union {
    struct observed_data
        memory; /* until it is admitted, if it waits for that */
    struct {    /* when it is applied: */
      union {
        struct location *word;     /* NULL: not kept; or, ... */
        struct elements *elements; /* ... of `several`, all of that ... */
      };
      uint32_t found_version; /* ... which update of the word it found ... */
      struct stamp found_own; /* ... with `clock` (struct published) */
    };
  };
  struct value *next; /* in its batch's list */
  int target;         /* the rank */
  uint8_t element;    /* bytes of one */
  bool atomic : 1;
  bool fetches : 1, updates : 1;
  bool anew : 1;    /* what the word carried before is forgotten */
  bool shared : 1;  /* memory that all can load */
  bool several : 1; /* words */
  bool applied : 1;
  bool learnt : 1; /* what it found, by who has the result */
};

/* An operation is issued: an update publishes what its strand knows. NULL:
 * nothing is to be kept of it. */
struct value *location_issued(struct act *, const struct observed_data *target,
                              bool waits);
/* It waits no more. Returns the same, or NULL. */
struct value *location_admitted(struct value *);
/* Its value was applied: in this order, one after the other. `wrote`: not a
 * swap that found another value. It may be gone then. */
void location_applied(struct value *, const struct observed_data *memory,
                      bool wrote);
/* The strand has the result of what was fetched, as has its own one. */
void location_fetched(struct act *, struct check_strand *);
/* The same for a batch; the list is gone then. Of threads one may complete the
 * batch while what another has issued is under way: that is kept. */
void location_fetched_all(struct value *, struct check_strand *);
/* The same for what was kept so, of operations to that target, -1: to all. No
 * strand: the view is gone. */
void location_fetched_late(const struct window_view *origin, int target,
                           struct check_strand *);
/* The program loaded the bytes: it learns what the words carry. */
void location_loaded(const char *low, const char *high, struct check_strand *);
/* Would it see an update that it does not know of yet? */
bool location_finds(const char *low, const char *high, struct check_strand *);
/* Has the viewer heard from somebody who saw what this update wrote to these
 * bytes, or what came after it? Elements are atomic one by one. */
bool location_over(const struct act *, const char *low, const char *high,
                   const struct viewer *);
/* The act of several elements goes. */
void location_unkept(struct act *);
/* The bytes leave a window, which goes on (a region is detached) or ends: they
 * are other memory from now on, but where another window has them, too. */
void location_forget(const char *low, const char *high, bool detached);

/* Ask for what an update of that word of the rank will touch:
 * sim/engine/foresight.h's stages. */
void location_foresee(const char *word, int rank, int stage);

#endif
