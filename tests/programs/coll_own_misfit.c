/* What a rank sends itself in a collective must be as long as what it expects
 * from itself; nothing is written behind that.
 *
 * run: np=1
 * run: np=8
 * stdout: ok
 */
#include "check.h"

enum { LONG = 60, MOST = 8 * LONG };

static int rank, size, sent[MOST], got[MOST + 1];
static int ones[8], longs[8], places[8];

static void is_as_it_was(int from)
{
  for (int i = from; i <= MOST; i++)
    CHECK(got[i] == -1);
  for (int i = 0; i <= MOST; i++)
    got[i] = -1;
}

/* On a communicator of one rank. */
static void alone(void)
{
  MPI_Comm self = MPI_COMM_SELF;
  MPI_Datatype none = MPI_DATATYPE_NULL, type = MPI_INT;
  int zero = 0;
  REFUSED(MPI_ERR_TRUNCATE,
          MPI_Gather(sent, 2, MPI_INT, got, 1, MPI_INT, 0, self));
  is_as_it_was(1);
  REFUSED(MPI_ERR_COUNT,
          MPI_Scatter(sent, 1, MPI_INT, got, 2, MPI_INT, 0, self));
  is_as_it_was(1);
  REFUSED(MPI_ERR_TRUNCATE, MPI_Gatherv(sent, 2, MPI_INT, got, ones, places,
                                        MPI_INT, 0, self));
  is_as_it_was(1);
  REFUSED(MPI_ERR_TRUNCATE, MPI_Scatterv(sent, longs, places, MPI_INT, got, 1,
                                         MPI_INT, 0, self));
  is_as_it_was(1);
  REFUSED(MPI_ERR_TRUNCATE,
          MPI_Allgather(sent, 2, MPI_INT, got, 1, MPI_INT, self));
  is_as_it_was(1);
  REFUSED(MPI_ERR_TRUNCATE, MPI_Alltoallv(sent, longs, places, MPI_INT, got,
                                          ones, places, MPI_INT, self));
  is_as_it_was(1);
  REFUSED(MPI_ERR_TRUNCATE, MPI_Alltoallw(sent, ones, places, &type, got, &zero,
                                          places, &none, self));
  is_as_it_was(0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  for (int i = 0; i < 8; i++)
    ones[i] = 1, longs[i] = LONG;
  for (int i = 0; i <= MOST; i++)
    got[i] = -1;
  alone();
  for (int i = 0; i < 3; i++)
    REFUSED(MPI_ERR_TRUNCATE, MPI_Alltoall(sent, LONG, MPI_INT, got, 1, MPI_INT,
                                           MPI_COMM_WORLD));
  is_as_it_was(size);
  report();
  MPI_Finalize();
}
