/* Who asks for several things in turn sees each less than a poll for each of
 * them late, however long nothing has come: news may be for any of them.
 *
 * run: np=2 args="three"
 * run: np=2 args="seven"
 * run: np=2 args="probe"
 * mpich: no (dates)
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>

enum { MANY = 7, LAST = MANY - 1, GO = 100 };
static const double poll = 1e-7;

static MPI_Request requests[MANY];
static int got;

static void begin(int n)
{
  for (int i = 0; i < n; i++)
    MPI_Irecv(&got, 0, MPI_INT, 1, LAST - i, MPI_COMM_WORLD, &requests[i]);
}

/* What comes is the last that the loop asks for. */
static double in_turn(int n, int probes)
{
  int last = n - 1, flag;
  do {
    for (int i = 0; i < last; i++)
      if (probes)
        MPI_Iprobe(1, GO + i, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      else
        MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
    MPI_Test(&requests[last], &flag, MPI_STATUS_IGNORE);
  } while (!flag);
  return MPI_Wtime();
}

static double alone(int n)
{
  MPI_Wait(&requests[n - 1], MPI_STATUS_IGNORE);
  return MPI_Wtime();
}

static double round_of(int n, int probes, int turns, int step)
{
  double date = 0;
  if (world_rank() == 0) begin(n);
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  if (world_rank() == 0) {
    date = (turns ? in_turn(n, probes) : alone(n)) - start;
    for (int i = 0; i < n - 1; i++) {
      MPI_Cancel(&requests[i]);
      MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
  } else {
    oriel_compute(1e-6 + 7.3e-6 * step);
    MPI_Send(&got, 0, MPI_INT, 0, LAST - (n - 1), MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return date;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int n = strcmp(argv[1], "seven") == 0 ? MANY : 3;
  int probes = strcmp(argv[1], "probe") == 0;
  for (int step = 0; step < 30; step++) {
    double first = round_of(n, probes, 0, step);
    double late = round_of(n, probes, 1, step) - first;
    CHECK(late < (n + 1) * poll);
  }
  int failed = report();
  MPI_Finalize();
  return failed;
}
