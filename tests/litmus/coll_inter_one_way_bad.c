/* Between two groups data goes one way, and so does the order: who sends
 * does not come after those who receive.
 *
 * run: np=4 options="--check" args="allgather" exit=121
 * run: np=4 options="--check" args="alltoall" exit=121
 * run: np=4 options="--check" args="allgatherv" exit=121
 * report: oriel: conflict in the window of rank 3, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at coll_inter_one_way_bad.c:32 (epoch: lock_all, opened at coll_inter_one_way_bad.c:30), complete only for those who know of it
 * report:   load        by rank 3 at coll_inter_one_way_bad.c:43, main()
 * report:   Nothing orders them. MPI_Win_flush at coll_inter_one_way_bad.c:33 completes the MPI_Put, but nothing lets rank 3 know before its load. [MPI-4.1 12.7]
 * build: --check
 */
#include <mpi.h>
#include <oriel.h>
#include <string.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank, token[2] = {1, 2}, got[2];
  MPI_Comm half, both;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sends = rank % 2 == 1;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &both);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(token, 1, MPI_INT, 3, 0, 1, MPI_INT, win);
    MPI_Win_flush(3, win);
  }
  if (rank == 3) oriel_compute(1e-3);
  if (strcmp(argv[1], "alltoall") == 0)
    MPI_Alltoall(token, sends, MPI_INT, got, !sends, MPI_INT, both);
  else if (strcmp(argv[1], "allgatherv") == 0)
    MPI_Allgatherv(token, sends, MPI_INT, got, (int[2]){!sends, !sends},
                   (int[2]){0, 1}, MPI_INT, both);
  else
    MPI_Allgather(token, sends, MPI_INT, got, !sends, MPI_INT, both);
  if (rank == 3) seen = memory[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
