/* Phrases of deadlock reports that tell of communicators and messages. */
#include "explain.h"

#include <stdio.h>

void explain_comm(const struct comm_view *view, char text[EXPLAIN_COMM_MAX])
{
  if (view->handle == MPI_COMM_WORLD)
    snprintf(text, EXPLAIN_COMM_MAX, "MPI_COMM_WORLD");
  else if (view->handle == MPI_COMM_SELF)
    snprintf(text, EXPLAIN_COMM_MAX, "MPI_COMM_SELF");
  else if (view->name && *view->name)
    snprintf(text, EXPLAIN_COMM_MAX, "communicator \"%s\"", view->name);
  else
    snprintf(text, EXPLAIN_COMM_MAX, "a communicator of %d ranks",
             group_size(view->comm->group));
}

void explain_peer(const struct comm_view *view, int world, char text[32])
{
  if (world == MPI_ANY_SOURCE)
    snprintf(text, 32, "any rank");
  else
    snprintf(text, 32, "rank %d", group_rank(view->comm->group, world));
}
