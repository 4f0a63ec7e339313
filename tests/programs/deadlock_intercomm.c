/* Collectives of an intercommunicator that some of the other group never come
 * to: all of a group wait for who is missing there, its first rank or not.
 *
 * run: np=6 args="barrier" exit=122
 * stderr: ranks 0, 2, 4 at deadlock_intercomm.c:30: MPI_Barrier waits for rank 0 (rank 1 of MPI_COMM_WORLD) of the remote group of an intercommunicator of 6 ranks to take part in MPI_Barrier
 * stderr: rank 3 at deadlock_intercomm.c:30: MPI_Barrier waits for rank 0 (rank 1 of MPI_COMM_WORLD) of an intercommunicator of 6 ranks to take part in MPI_Barrier
 * stderr: cycle: rank 0 -> rank 1 -> rank 0
 * run: np=6 args="bcast" exit=122
 * stderr: ranks 0, 2, 4 at deadlock_intercomm.c:32: MPI_Bcast waits for rank 0 (rank 1 of MPI_COMM_WORLD) of the remote group of an intercommunicator of 6 ranks to take part in MPI_Bcast
 * run: np=6 args="none"
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
  int rank, value = 0;
  MPI_Comm local, both;
  MPI_Init(&argc, &argv);
  const char *how = argc > 1 ? argv[1] : "";
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, !(rank % 2), 0, &both);
  int remote = rank % 2, root = 0;
  if (remote && strcmp(how, "bcast") == 0)
    root = rank == 1 ? MPI_ROOT : MPI_PROC_NULL;
  /* Of the second group rank 3 alone. */
  if (strcmp(how, "none") == 0 || !remote || rank == 3) {
    if (strcmp(how, "bcast"))
      MPI_Barrier(both);
    else
      MPI_Bcast(&value, 1, MPI_INT, root, both);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&both);
  MPI_Comm_free(&local);
  MPI_Finalize();
}
