/* What --coll=model makes of a message: dates that follow from its route. */
#ifndef ORIEL_MODEL_H
#define ORIEL_MODEL_H

#include <mpi.h>
#include <stdbool.h>

/* Is a message larger than `eager`? It asks first then, and its sender waits
 * until it has left. */
bool message_waits(MPI_Count bytes);
/* When it may go then: it asks at one date, its receive began at another. */
double message_cleared(int from, int to, double sent, double posted);

#endif
