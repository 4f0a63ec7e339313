/* Reports: what the checker found, once for each pair of places.
 *
 * Whoever finds something fills in a struct report and adds it; equal ones (of
 * the same rule, at the same places of the same calls, in either order) are
 * counted, not repeated. Nothing is printed before the end: then all are
 * written in the order of the simulated dates of the first of each, as text,
 * JSON or JUnit. Invariant: no report holds an address; places are texts of
 * source lines, asked for when the report is made, since images may be gone at
 * the end. */
#ifndef ORIEL_REPORT_H
#define ORIEL_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rules; rule.c has a row for each. */
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

struct rule_about {
  const char *name; /* in suppressions, JSON and JUnit: "conflict" */
  bool warning;
  const char *section; /* "MPI-4.1 12.7"; NULL: none, or it varies */
};

const struct rule_about *rule_about(enum rule);
/* RULES when there is none of this name. */
enum rule rule_named(const char *name, size_t length);

/* What the conflicts of a report are: each of the next is worse. */
enum looking {
  LOOKING_UNDECIDED, /* looks.h */
  LOOKING_SYNCED,    /* no conflict: after MPI_Win_sync, at what is atomic */
  LOOKING_POLLED,    /* polling, which needs the unified model */
  LOOKING_FOUND,     /* at once; polling if that line polls, else ... */
  LOOKING_NOT        /* a conflict */
};

enum { REPORT_TEXT = 512, REPORT_NOTE = 192 };

/* One side, as
 *   MPI_Put     by rank 3 at halo.c:88 (NOTE), STATE  */
struct report_side {
  const char *what; /* the call, "store", "load"; lives to the end */
  int rank, strand;
  bool later; /* a later thread than the other side's, with the same number */
  const char *place;      /* "halo.c:88" or "halo.c:95, update_edge()" */
  char note[REPORT_NOTE]; /* "epoch: fence, opened at halo.c:80"; or empty */
  const char *state;      /* "not yet complete"; NULL: nothing to say */
};

struct report {
  enum rule rule;
  double date; /* of the later side */
  /* `conflict in window "halo" of rank 4, bytes [1024, 1032)` */
  char headline[REPORT_TEXT];
  int sides; /* 0, 1 or 2; the earlier first */
  struct report_side side[2];
  /* What to do; without the section, unless it is another than the rule's. May
   * be empty; then the headline ends with the section. */
  char advice[REPORT_TEXT];
  /* The headline names the places: the sides are only for finding equal ones,
   * suppressions, JSON and JUnit. */
  bool plain;
  /* The run has ended with a message of its own that says it: no text. */
  bool told;
  unsigned long cause;  /* for which it was counted last, or 0 */
  enum looking looking; /* of a conflict */
  /* kept by report.c */
  unsigned long count;
  unsigned long number; /* in the order of adding */
  uint64_t hash;
  struct report *next;
};

/* Copied, but for the texts that live to the end; returns the copy, or the
 * equal one that was there. */
struct report *report_add(const struct report *);
/* Is there one already of this rule at these places? Spares who would fill it
 * in; counts it if so. Places and calls as in struct report_side, NULL: none.
 * (Without sides, `what` is the headline.) */
bool report_again(enum rule, const char *what, const char *place,
                  const char *other, const char *other_place);
/* That one, not counted; NULL: there is none. */
struct report *report_find(enum rule, const char *what, const char *place,
                           const char *other, const char *other_place);
/* Once for each cause: a number of the caller's, not 0. */
void report_count(struct report *, unsigned long cause);

/* At the end: it is of another rule, which its headline names first. False:
 * there is an equal one, to which it is counted; it is gone. */
bool report_turn(struct report *, enum rule);
/* It is none. */
void report_drop(struct report *);

/* All that no suppression hides, in the order in which they are shown. */
void report_each(void (*)(const struct report *, void *), void *);
/* The same when memory is damaged: unsorted, and without taking memory. */
void report_each_rescued(void (*)(const struct report *));
/* Its lines of text, each with its newline; valid until the next call. Takes no
 * memory. */
const char *report_text(const struct report *);
/* The section that its text names, as "MPI-4.1 12.7"; false: none. */
bool report_section(const struct report *, char *text, size_t size);

struct report_totals {
  unsigned long errors, warnings; /* different reports, suppressed ones not */
  unsigned long suppressed;
};
struct report_totals report_totals(void);

#endif
