/* Error handlers as the calls of the objects that have them need: to give
 * them to the program, to replace them, to call them. */
#ifndef ORIEL_API_ERRHANDLING_H
#define ORIEL_API_ERRHANDLING_H

#include "../../model/error/errhandler.h"

/* The handler of a handle that may be used with objects of this kind. 0 or a
 * fault's class. */
int errhandler_of(MPI_Errhandler, enum errhandler_kind, struct errhandler **);
/* Let the program have one more handle; takes over no reference. */
int errhandler_give(struct errhandler *, MPI_Errhandler *);
/* Let an object have another handler. */
int errhandler_replace(struct errhandler **slot, MPI_Errhandler,
                       enum errhandler_kind);
/* As if the call had met the error itself; what MPI_X_call_errhandler
 * returns. [MPI-4.1 9.5] */
int errhandler_call(struct errhandler *, int code);

#endif
