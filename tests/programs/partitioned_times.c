/* A partition travels when it is ready, not when the last one is; what the
 * program does between is hidden. One that is never ready is a deadlock with a
 * name.
 *
 * run: np=2 options="--cost o_send=0 --cost o_recv=0 --cost gap=0"
 * stdout: ok
 * run: np=2 args=forget exit=122
 * stderr: waits for itself to call MPI_Pready for partition 1
 * mpich: no
 *   MPICH has no simulated time.
 */
#include "check.h"
#include <oriel.h>

enum { PARTS = 2, BYTES = 4000 };

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  static char data[PARTS * BYTES];
  int me = world_rank();
  double t = 0, first = 0, last;
  MPI_Request r;
  if (me == 0)
    MPI_Psend_init(data, PARTS, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &r);
  else
    MPI_Precv_init(data, PARTS, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &r);
  MPI_Barrier(MPI_COMM_WORLD);
  t = MPI_Wtime();
  MPI_Start(&r);
  if (me == 0) {
    MPI_Pready(0, r);
    if (argc == 1) {
      oriel_sleep(1);
      MPI_Pready(1, r);
    }
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else {
    for (int flag = 0; !flag; first = MPI_Wtime() - t)
      MPI_Parrived(r, 0, &flag);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    last = MPI_Wtime() - t;
    CHECK(first < 1e-4);
    CHECK(last > 1 && last < 1.0001);
  }
  MPI_Request_free(&r);
  int failed = report();
  MPI_Finalize();
  return failed;
}
