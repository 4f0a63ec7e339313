/* The summary: what a run did, counted, as a table and as JSON.
 *
 * An observer that keeps sums only: calls by function, operations by kind,
 * messages, time by term of the model. Invariant: what it writes depends on
 * the run alone, except for the figures of the host. */
#ifndef ORIEL_SUMMARY_H
#define ORIEL_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

/* Figures of the machine that simulated; only on request. */
struct summary_host {
  double wall;      /* s, from the start of main() */
  double start_up;  /* s of it, before the first rank ran */
  double cpu;       /* s of the process, the kernel's included */
  long peak_memory; /* bytes */
  unsigned long events, dates, flows, switches, parks,
      wakes;                    /* engine_counts() */
  unsigned long image_switches; /* the program's state changed hands */
  unsigned long copies;         /* of typed buffers */
  unsigned long bytes_copied;   /* by these */
};

struct summary_setting {
  const char *name, *value;
};

/* What the summary cannot observe. */
struct summary_run {
  const char *version;
  const char *platform; /* its name, without folders */
  int ranks, hosts;     /* hosts: those that ranks ran on */
  double time;          /* simulated, from the start to the last rank's end */
  int exit_code;
  const struct summary_setting *settings; /* JSON only; in their order */
  int setting_count;
  const struct summary_host *host; /* NULL: not asked for */
  bool brief;                      /* print the first line only */
  bool checked;                    /* --check: reports belong to it */
  const char *const *unseen; /* programs that do not tell their accesses */
  int unseen_count;
  const char *own_atomics; /* one that does not tell its atomics, and has
                              threads; NULL: none */
  const char *bare; /* a program without debug information; NULL: none */
};

/* Begin to listen; before the run. */
void summary_open(void);

/* A call of this function has not returned, and took so long until the run was
 * cut short. */
void summary_cut_call(int function, double seconds);

/* One-sided operations and messages so far: what speed is counted in. */
unsigned long summary_operations(void);

/* Print the table through `say`, a line a call. */
void summary_print(const struct summary_run *,
                   void (*say)(const char *format, ...));

/* Write it to a file. On failure -1 and a line in `why`; nothing is left. */
int summary_json(const char *path, const struct summary_run *, char *why,
                 size_t why_size);

#endif
