/* Oriel's own exit codes, which orielrun(1) lists; all others are the
 * program's. */
#ifndef ORIEL_EXIT_H
#define ORIEL_EXIT_H

enum oriel_exit {
  EXIT_MPI_ERROR = 120, /* an MPI error met MPI_ERRORS_ARE_FATAL */
  EXIT_REPORTS = 121,   /* the checker has found errors */
  EXIT_DEADLOCK = 122,  /* all wait, or a rank hangs */
  EXIT_CRASH = 123,     /* a rank was killed by a signal */
  EXIT_LIMIT = 124,     /* out of memory, of mappings; Oriel's own fault */
  EXIT_USAGE = 125,     /* options, platform or program file */
};

#endif
