/* Two groups make one intercommunicator after the other, with one tag: a leader
 * that is ahead of the other does not meet its call before.
 *
 * run: np=2
 * run: np=5
 * run: np=2 options="--check"
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Comm local, inter;
  int remote;
  MPI_Init(&argc, &argv);
  int side = world_rank() % 2;
  MPI_Comm_split(MPI_COMM_WORLD, side, 0, &local);
  for (int i = 0; i < 20; i++) {
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, !side, 7, &inter);
    MPI_Comm_remote_size(inter, &remote);
    SAME(remote, (world_size() + side) / 2);
    if (i % 3 == 0) MPI_Barrier(inter);
    MPI_Comm_free(&inter);
  }
  MPI_Comm_free(&local);
  int failed = report();
  MPI_Finalize();
  return failed;
}
