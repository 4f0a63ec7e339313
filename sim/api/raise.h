/* Errors meet their handlers here and nowhere else. [MPI-4.1 9.3] */
#ifndef ORIEL_RAISE_H
#define ORIEL_RAISE_H

struct call;
struct errhandler;

/* Errors that handlers let the program see, in the whole run. */
extern unsigned long errors_returned;

/* The call met an error that fault() described: call the error handler of the
 * object concerned. Returns if the handler does, with what the call is to
 * return: the handler may change that. */
int raise_error(struct call *, int error);
/* The same with a given handler. */
int raise_with(struct errhandler *, struct call *, int error);

/* End the run with the line "oriel: rank 3 at f.c:12: MPI_Abort" + text, when
 * all that happens before the local time of self has happened. */
void raise_end(const char *text, int exit_code) __attribute__((noreturn));

#endif
