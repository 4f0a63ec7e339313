/* The arrays of a collective change before it is over. What it moves is what
 * they said when it was called, so that the run goes on behind the report.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * stdout: as it was called
 * report: oriel: conflict in `counts` of main() of rank 0, 16 bytes (4 times)
 * report:   MPI_Iallgatherv by rank 0 at nonblocking_counts_late_bad.c:31, not yet complete
 * report:   store           by rank 0 at nonblocking_counts_late_bad.c:34, main()
 * report:   Nothing orders them. MPI_Wait at nonblocking_counts_late_bad.c:35 comes too late; move the store after it. [MPI-4.1 6.12]
 */
#include <mpi.h>
#include <stdio.h>

enum { RANKS = 4, EACH = 20000 };

static int sent[EACH], received[RANKS * EACH];

int main(int argc, char **argv)
{
  int counts[RANKS], displs[RANKS], rank, wrong = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < EACH; i++)
    sent[i] = rank + 1;
  for (int i = 0; i < RANKS; i++) {
    counts[i] = EACH;
    displs[i] = i * EACH;
  }
  MPI_Iallgatherv(sent, EACH, MPI_INT, received, counts, displs, MPI_INT,
                  MPI_COMM_WORLD, &request);
  for (int i = 0; i < RANKS; i++)
    counts[i] = 1 << 28;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < RANKS * EACH; i++)
    wrong += received[i] != i / EACH + 1;
  if (rank == 0) puts(wrong ? "as they say later" : "as it was called");
  MPI_Finalize();
}
