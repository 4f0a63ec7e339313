/* A target looks at two words, and takes for sent what comes with the other
 * one.
 *
 * build: --check
 * run: np=3 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [8, 12)
 * report:   MPI_Put     by rank 0 at sighting_header_bad.c:28 (epoch: lock_all, opened at sighting_header_bad.c:26), not yet complete
 * report:   load        by rank 1 at sighting_header_bad.c:41, main()
 * report:   Nothing orders them. MPI_Win_flush at sighting_header_bad.c:29 comes too late. Let rank 1 know of it before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank, data = 5, one = 1, found[2];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(12, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 3; i++)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&data, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    oriel_compute(1e-3);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
  } else if (rank == 2) {
    if (0 == 0)
      MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  } else {
    do {
      MPI_Get_accumulate(NULL, 0, MPI_INT, found, 2, MPI_INT, 1, 0, 2, MPI_INT,
                         MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    } while (!found[0]);
    seen = memory[2];
    memory[0] = 0;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
