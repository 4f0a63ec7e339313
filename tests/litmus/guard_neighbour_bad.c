/* A rank comes behind the part of another one whose memory it shares.
 *
 * run: np=2 options="--check --ppn 2" exit=121
 * build: --check
 * report: oriel: load outside window "together" of rank 1: at byte 48, beyond its bytes [0, 48)
 * report:   MPI_Win_allocate_shared by rank 1 at guard_neighbour_bad.c:51
 * report:   load                    by rank 0 at guard_neighbour_bad.c:59, main()
 * report:   Stay within the part, or allocate more. [MPI-4.1 12.2]
 * report: oriel: store outside window "together" of rank 1: at byte 56, beyond its bytes [0, 48)
 * report:   MPI_Win_allocate_shared by rank 1 at guard_neighbour_bad.c:51
 * report:   store                   by rank 0 at guard_neighbour_bad.c:60, main()
 * report:   Stay within the part, or allocate more. [MPI-4.1 12.2]
 * report: oriel: store outside window "apart" of rank 1: at byte 48, beyond its bytes [0, 48)
 * report:   MPI_Win_allocate_shared by rank 1 at guard_neighbour_bad.c:52
 * report:   store                   by rank 0 at guard_neighbour_bad.c:61, main()
 * report:   Stay within the part, or allocate more. [MPI-4.1 12.2]
 * report: oriel: load outside window "allocated" of rank 1: at byte 48, beyond its bytes [0, 48)
 * report:   MPI_Win_allocate by rank 1 at guard_neighbour_bad.c:53
 * report:   load             by rank 0 at guard_neighbour_bad.c:63, main()
 * report:   Stay within the part, or allocate more. [MPI-4.1 12.2]
 * report: oriel: store outside window "allocated" of rank 1: at byte 56, beyond its bytes [0, 48)
 * report:   MPI_Win_allocate by rank 1 at guard_neighbour_bad.c:53
 * report:   store            by rank 0 at guard_neighbour_bad.c:64, main()
 * report:   Stay within the part, or allocate more. [MPI-4.1 12.2]
 * report: oriel: origin buffer of MPI_Put that is too short
 * report:   MPI_Put     by rank 0 at guard_neighbour_bad.c:67 (reads bytes [56, 64) of window "apart", which has 48)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
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
    seen += part_of(1, win)[6];
    part_of(1, win)[7] = 1;
    part_of(1, apart)[6] = 1;
    other = part_of(1, allocated);
    seen += other[6];
    other[7] = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, allocated);
    other = part_of(1, apart) + 7;
    MPI_Put(other, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, allocated);
    MPI_Win_unlock(1, allocated);
  }
  MPI_Win_free(&allocated);
  MPI_Win_free(&apart);
  MPI_Win_free(&win);
  MPI_Info_free(&gaps);
  return MPI_Finalize() + (seen != seen);
}
