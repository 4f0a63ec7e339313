/* Reports: what the checker found, once for each pair of places.
 *
 * Whoever finds something fills in a struct report and adds it; equal ones (of
 * the same rule, at the same places of the same calls) are counted, not
 * repeated. Nothing is printed before the end: then all are written in the
 * order of the simulated dates of the first of each, as text, JSON or JUnit.
 * Invariant: no report holds an address; places are texts of source lines,
 * asked for when the report is made, since images may be gone at the end. */
#ifndef ORIEL_REPORT_H
#define ORIEL_REPORT_H

#include <stdbool.h>
#include <stddef.h>

/* The rules; rule.c has a row for each: its name in reports, suppressions and
 * JSON, whether it is an error or a warning, its section of the standard. */
enum rule {
  RULE_CONFLICT,       /* two accesses that nothing orders */
  RULE_ACCUMULATE_OPS, /* ops that differ where the window allows one */
  RULE_EPOCH,          /* a call or operation outside its epoch */
  RULE_ASSERT,         /* NOPRECEDE, NOSUCCEED, NOPUT, NOSTORE, NOCHECK */
  RULE_FLUSH_SELF,     /* warning: flush of oneself, others pend */
  RULE_PENDING,        /* operations pending at Win_free or Finalize */
  RULE_LEAK,           /* handles that are never freed */
  RULE_BUFFER,         /* null, freed, dead or too short buffers */
  RULE_WINDOW_MEMORY,  /* freed or unmapped while the window lives */
  RULE_RANGE,          /* outside the window */
  RULE_SIGNATURE,      /* types of origin and target differ */
  RULE_COLLECTIVE,     /* ranks call different collectives, roots, counts */
  RULE_TRUNCATION,     /* a message longer than its receive */
  RULE_DEADLOCK,       /* and ranks that spin */
  RULE_PORTABILITY,    /* warning: needs the unified model, or Win_sync */
  RULE_ERROR,          /* any other error of MPI */
  RULES
};

enum { REPORT_TEXT = 512, REPORT_NOTE = 192 };

/* One side: "MPI_Put     by rank 3 at halo.c:88 (NOTE)". */
struct report_side {
  const char *what; /* the call, "store", "load"; lives to the end */
  int rank, strand;
  const char *place;      /* "halo.c:88" or "halo.c:95, update_edge()" */
  char note[REPORT_NOTE]; /* "epoch: fence, opened at halo.c:80"; or empty */
};

struct report {
  enum rule rule;
  double date; /* of the later side */
  /* `conflict in window "halo" of rank 4, bytes [1024, 1032)` */
  char headline[REPORT_TEXT];
  int sides; /* 0, 1 or 2; the earlier first */
  struct report_side side[2];
  char advice[REPORT_TEXT]; /* what to do; without the section, or empty */
  /* kept by report.c */
  unsigned long count;
  struct report *next;
};

/* Copied. */
void report_add(const struct report *);
/* Is there one already of this rule at these places? Spares who would fill it
 * in; counts it if so. Places and calls as in struct report_side, NULL: none.
 */
bool report_again(enum rule, const char *what, const char *place,
                  const char *other, const char *other_place);

#endif
