/* Who asks again and again for one of requests of which none is active is told
 * so, and not what it might wait for; who has done so once, and then asks for
 * one that is, is told that.
 *
 * mpich: no (it would hang)
 * run: np=1 exit=122 options="--patience 0.1" args="0" twice=1
 * stderr: rank 0 at hang_inactive.c:37: MPI_Testany finds nothing, again and again; none of its requests is active
 * run: np=1 exit=122 options="--patience 0.1" args="1"
 * stderr: rank 0 at hang_inactive.c:42: MPI_Waitany finds nothing, again and again; none of its requests is active
 * run: np=1 exit=122 options="--patience 0.1" args="2"
 * stderr: rank 0 at hang_inactive.c:47: MPI_Testsome finds nothing, again and again; none of its requests is active
 * run: np=1 exit=122 options="--patience 0.1" args="3"
 * stderr: rank 0 at hang_inactive.c:54: MPI_Testany finds nothing, again and again; it asks for a message from rank 0
 */
#include "check.h"

static MPI_Request persistent(int active)
{
  static int value;
  MPI_Request r;
  MPI_Recv_init(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &r);
  if (active) MPI_Start(&r);
  return r;
}

int main(int argc, char **argv)
{
  int index = 1, flag = 0, how = argc > 1 ? atoi(argv[1]) : 0;
  int *indices = &index;
  MPI_Init(&argc, &argv);
  MPI_Request r[2] = {MPI_REQUEST_NULL, persistent(0)};
  MPI_Status s;

  switch (how) {
  case 0:
    do
      MPI_Testany(2, r, &index, &flag, &s);
    while (index != 0);
    break;
  case 1:
    do
      MPI_Waitany(2, r, &index, &s);
    while (index != 0);
    break;
  case 2:
    do
      MPI_Testsome(2, r, &flag, indices, &s);
    while (flag != 1);
    break;
  default:
    MPI_Testany(2, r, &index, &flag, &s);
    r[0] = persistent(1);
    do
      MPI_Testany(2, r, &index, &flag, &s);
    while (!flag);
  }
  MPI_Finalize();
  return 0;
}
