/* The benchmark's driver: what its files share.
 *
 * A *case* is one program on so many ranks; a *runner* is a way to run it. Each
 * pair that is asked for is one `struct measurement`, kept for the table, the
 * targets and the record. Invariant: a figure that is shown comes from a
 * measurement of this process; where there is none, the reason is shown. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "child.h"

#include <stdbool.h>

struct program {
  const char *name;
  const char *arguments;
  const char *what; /* for the table */
};

enum runner {
  ORIEL,
  MODEL,        /* Oriel with --coll=model */
  SMPI,         /* SimGrid's own */
  COUNTED,      /* Oriel once more, which tells what a run is made of */
  BARE,         /* bench/alone/bare.c with those counts */
  CHECKED,      /* Oriel with --check */
  INSTRUMENTED, /* the same, compiled with orielcc --check */
  RUNNERS
};
extern const char *const runner_names[RUNNERS];

/* What a run was made of, as Oriel counted it. */
struct made_of {
  double switches, events, dates, flows, operations;
  double copies, bytes; /* so many copied at once, in all */
};

struct measurement {
  const struct program *program;
  int ranks;
  enum runner runner;
  int runs;               /* the figures are the best of so many */
  struct figures figures; /* wall, cpu and peak each the least */
  const char *why;        /* NOT_RUN: the reason */
  double operations;      /* that the program says it made; 0: it did not */
  double seconds;         /* simulated, by its clock */
  double stack;           /* bytes of a rank's stack in use; hello only */
  struct made_of made_of; /* COUNTED */
};

struct settings {
  const char *build; /* the folder */
  char scratch[512]; /* a folder for files of ours */
  const char *output;
  int sizes[16], size_count;
  const char *only;  /* programs, separated by commas; NULL: all */
  int repeat;        /* runs of each, when they are short */
  double limit;      /* s for one run */
  double peer_limit; /* s for one run of SMPI */
  bool large;        /* the runs of make bench-large too */
  bool peers;        /* SMPI and MPICH */
  bool network;      /* the table of network modes instead */
};
extern struct settings settings;

extern const struct program programs[];
extern const int program_count;
const struct program *program_find(const char *name);

/* --- command.c --- */

enum { COMMAND_MAX = 64 };
/* The command of a runner; NULL: it is not there, and why. `like` is the counts
 * that BARE takes. The result is good until the next call. */
char *const *command_of(const struct program *, int ranks, enum runner,
                        const struct made_of *like, const char **why);
/* Oriel on a platform that comes with it, in a network mode. */
char *const *command_network(const struct program *, int ranks,
                             const char *mode, const char *platform);
/* SMPI or Oriel with the plain flow model. */
char *const *command_agree(const struct program *, int ranks, bool smpi);
/* Can SMPI be used at all? */
bool command_has_smpi(void);
/* What the COUNTED run just finished was made of. */
struct made_of command_made_of(void);

/* --- measure.c --- */

extern struct measurement *measurements;
extern int measurement_count;
/* Measure a case with these runners, in turn, so that what else the machine
 * does hits all of them. */
void measure_case(const struct program *, int ranks, const enum runner *,
                  int count);
/* NULL: nobody measured that, or it did not end well. */
const struct measurement *measured(const char *program, int ranks, enum runner);
/* The same, also when it failed. */
const struct measurement *measurement_find(const char *program, int ranks,
                                           enum runner);

/* --- what comes out --- */

void table_print(void);
void targets_print(void);
struct target {
  char name[16], text[256];
  double figure, bound;
  int met; /* 1, 0, -1: not measured */
};
extern struct target targets[];
extern int target_count;

struct machine {
  char cpu[128], kernel[128], system[128], compiler[128];
  int cores;
  double memory; /* bytes */
  double load;   /* average of the last minute, when the benchmark began */
};
extern struct machine machine;
void machine_describe(void);

/* Datatype copies and sums: their speed over that of loops written by hand.
 * NAN: not measured. */
struct copy_figure {
  char kind[32];
  int block; /* bytes */
  double pack, unpack, mpich_pack, mpich_unpack;
};
extern struct copy_figure copies[];
extern int copy_count;
void copies_measure(void);
void copies_print(void);
/* The least speed of a kind; the least ratio of Oriel's to MPICH's, of types
 * that are not contiguous. */
double copies_least(const char *kind);
double copies_least_over_mpich(void);

void agree_measure(void);
void agree_print(void);

int record_write(const char *path);

/* The table of network modes, in Markdown. Not 0: a run failed. */
int network_table(void);

#endif
