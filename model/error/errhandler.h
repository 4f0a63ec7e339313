/* Error handlers: what happens when a call meets an error. [MPI-4.1 9.3]
 *
 * Shared by reference count: one reference of each object that has it, one
 * for its handle. The three predefined ones live forever. */
#ifndef ORIEL_ERRHANDLER_H
#define ORIEL_ERRHANDLER_H

#include <mpi.h>

enum errhandler_kind {
  ERRHANDLER_FATAL,
  ERRHANDLER_ABORT,
  ERRHANDLER_RETURN,
  ERRHANDLER_COMM, /* these have a function of the program's */
  ERRHANDLER_WINDOW,
  ERRHANDLER_FILE,
  ERRHANDLER_SESSION,
};

struct errhandler {
  int references;
  enum errhandler_kind kind;
  /* What the program knows it by: the ABI's value of a predefined one, else
   * its live handle or MPI_ERRHANDLER_NULL. */
  MPI_Errhandler handle;
  int held; /* times that the program got the handle and did not free it */
  union {
    MPI_Comm_errhandler_function *comm;
    MPI_Win_errhandler_function *window;
    MPI_File_errhandler_function *file;
    MPI_Session_errhandler_function *session;
  } function;
};

extern struct errhandler errors_are_fatal, errors_return;

/* The predefined one of a handle, or NULL. */
struct errhandler *errhandler_predefined(MPI_Errhandler);
/* A new one with one reference; its function is for the caller to set. */
struct errhandler *errhandler_new(enum errhandler_kind);
struct errhandler *errhandler_ref(struct errhandler *);
void errhandler_unref(struct errhandler *);

#endif
