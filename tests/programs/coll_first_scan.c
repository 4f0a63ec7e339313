/* The first rank of an exscan receives nothing: any recvbuf will do there, as
 * none, the sendbuf or one that is too short. What it gives in place is there.
 *
 * run: np=3 options="--check"
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank, one[] = {1, 2}, got[2] = {0, 0};
  MPI_Request request;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sum = rank * (one[0] + one[1]);
  MPI_Exscan(one, rank ? got : NULL, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  SAME(got[0] + got[1], sum);
  MPI_Exscan(one, rank ? got : one, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  SAME(got[0] + got[1], sum);
  MPI_Iexscan(one, rank ? got : &got[1], 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
              &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  SAME(got[0] + got[1], sum);
  MPI_Exscan_init(one, rank ? got : NULL, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                  MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; i++) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    SAME(got[0] + got[1], sum);
  }
  MPI_Request_free(&request);
  MPI_Exscan(MPI_IN_PLACE, one, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  SAME(one[0] + one[1], rank ? sum : 3);
  int code = report();
  MPI_Finalize();
  return code;
}
