/* A rank comes to the end of the part of another one whose memory it shares.
 *
 * run: np=2 options="--check --ppn 2"
 * build: --check
 */
#include <mpi.h>

static double *part_of(int rank, MPI_Win win)
{
  double *part;
  MPI_Aint size;
  int unit;
  MPI_Win_shared_query(win, rank, &size, &unit, &part);
  return part;
}

int main(int argc, char **argv)
{
  double *mine, *other;
  volatile double seen = 0;
  int rank;
  MPI_Win win, apart, allocated;
  MPI_Info gaps;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Info_create(&gaps);
  MPI_Info_set(gaps, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(48, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_allocate_shared(48, 8, gaps, MPI_COMM_WORLD, &mine, &apart);
  MPI_Win_allocate(48, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &allocated);
  MPI_Win_set_name(win, "together");
  MPI_Win_set_name(apart, "apart");
  MPI_Win_set_name(allocated, "allocated");
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    seen += part_of(1, win)[5];
    part_of(1, win)[4] = 1;
    part_of(1, apart)[5] = 1;
    other = part_of(1, allocated);
    seen += other[5];
    other[4] = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, allocated);
    other = part_of(1, apart) + 3;
    MPI_Put(other, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, allocated);
    MPI_Win_unlock(1, allocated);
  }
  MPI_Win_free(&allocated);
  MPI_Win_free(&apart);
  MPI_Win_free(&win);
  MPI_Info_free(&gaps);
  return MPI_Finalize() + (seen != seen);
}
