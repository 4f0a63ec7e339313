/* Put and unlock to a target that computes for 1 s without calling MPI: under
 * the message protocol with weak progress the origin waits for it, else not.
 *
 * mpich: no (it uses <oriel.h>)
 * run: np=2
 * run: np=2 options="--protocol message --progress thread"
 * run: np=2 options="--protocol rdma --progress weak"
 * stdout: the origin does not wait
 * run: np=2 options="--protocol message --progress weak" twice=1
 * stdout: the origin waits for 1 s
 */
#include "check.h"
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, value = 7;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  if (world_rank() == 1) {
    oriel_compute(1.0);
  } else {
    oriel_compute(1e-3); /* the target has left the barrier */
    double start = MPI_Wtime();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    double seconds = MPI_Wtime() - start;
    if (seconds > 0.99 && seconds < 1.01)
      puts("the origin waits for 1 s");
    else if (seconds < 0.01)
      puts("the origin does not wait");
    else
      printf("%f s\n", seconds);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) CHECK(*memory == 7);
  MPI_Win_free(&win);
  MPI_Finalize();
  return complaints;
}
