/* Running a command and measuring it.
 *
 * Invariant: when child_run() returns nothing that it started is left, even
 * when the command was stopped at its limit. */
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

enum outcome {
  NOT_RUN,  /* nobody asked for it, or it could not be expected to end */
  ENDED,    /* with exit code 0 */
  FAILED,   /* with another one, or by a signal */
  TOO_LONG, /* stopped at the limit of time */
  TOO_LARGE /* stopped before it took all of the machine's memory */
};

struct figures {
  enum outcome outcome;
  int exit_code;     /* 128 + n: signal n */
  double wall, cpu;  /* s; cpu: user and system */
  double peak;       /* bytes: its largest memory, page tables included */
  char output[8192]; /* standard output, or its beginning */
  char errors[256];  /* the last line of standard error */
};

/* `seconds` of wall time at most, 0: no limit; and no more memory than was free
 * when it started, but for a tenth. */
struct figures child_run(char *const argv[], double seconds);

/* Have the machine ready to give so much memory. Where it is a virtual one its
 * host may take back what is free, and gives it again when it is touched: that
 * was measured at 2.7 ms for each MiB, against 0.1, and would be counted for
 * whoever runs first after a pause. */
void child_prepare(double bytes);

#endif
