/* The table of MPI's functions, which generate.awk makes. What somebody must
 * know of a function by its name is a column there. Invariant: an event's call
 * is the name of a row, or of no function of MPI ("store", "free"). */
#ifndef ORIEL_FUNCTION_H
#define ORIEL_FUNCTION_H

/* What the call completes when it returns is known ... */
enum function_ends {
  ENDS_ALONE,    /* ... to its rank */
  ENDS_LOCK,     /* likewise, though a flush would have done: it unlocks */
  ENDS_TOGETHER, /* ... to all ranks, which call it together */
};

struct function {
  const char *name;        /* "MPI_Put" */
  const char *area;        /* "rma" */
  void (*supported)(void); /* api_Put; NULL when nobody wrote it */
  int anytime;             /* also before MPI_Init and after MPI_Finalize */
  int refuses;             /* whatever it is asked for */
  int asking; /* who asks others for something, in vain perhaps, calls it, and
                 tells nobody anything by that */
  enum function_ends ends; /* of operations */
};
#pragma GCC visibility push(hidden)
extern const struct function functions[];
extern const int function_count;
#pragma GCC visibility pop

/* Less than FUNCTIONS; MPI_Bcast_c's is that of MPI_Bcast. */
enum { FUNCTIONS = 1024 };
int function_number(const struct function *);
/* NULL: there is none. Takes a search. */
const struct function *function_named(const char *name);

#endif
