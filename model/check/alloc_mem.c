/* Memory of MPI_Alloc_mem that the program gives to the C library: only
 * MPI_Free_mem gives it back. (MPI_Free_mem itself refuses memory of others.)
 * [MPI-4.1 9.2] */
#include "rules.h"
#include "spot.h"

#include <stdio.h>
#include <string.h>

static void on_freed(struct observer *o, const struct observed_freed *e)
{
  (void)o;
  if (!e->mpi || strstr(e->call, "MPI_Free_mem")) return;
  struct spot by = SPOT(e);
  struct spot given = {"MPI_Alloc_mem", e->mpi, e->owner, 0};
  struct report r = {.rule = RULE_ERROR, .date = e->date, .sides = 2};
  spot_side(&given, NULL, &r.side[0]);
  spot_side(&by, NULL, &r.side[1]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, r.side[1].what,
                   r.side[1].place))
    return;
  snprintf(r.headline, sizeof r.headline,
           "%s of memory that MPI_Alloc_mem gave", e->call);
  snprintf(r.advice, sizeof r.advice,
           "Give it back by MPI_Free_mem. [MPI-4.1 9.2]");
  report_add(&r);
}

static struct observer observer = {.freed = on_freed};

void alloc_mem_open(void)
{
  observer_add(&observer);
}
