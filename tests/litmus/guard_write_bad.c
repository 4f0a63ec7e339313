/* Writes beyond parts of windows that MPI allocated, by code of which nothing
 * is seen: one byte in the line that the part ends in, and one in the next;
 * a part without bytes; a large part; a window that nobody frees.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: write outside window "short" of rank 0: at byte 12, beyond its bytes [0, 12) (3 times)
 * report:   MPI_Win_allocate by rank 0 at guard_write_bad.c:34
 * report:   Stay within the part, or allocate more. orielcc --check tells where the program writes there. [MPI-4.1 12.2]
 * report: oriel: write outside window "line" of rank 1: at byte 191, beyond its bytes [0, 128)
 * report:   MPI_Win_allocate by rank 1 at guard_write_bad.c:38
 * report:   Stay within the part, or allocate more. orielcc --check tells where the program writes there. [MPI-4.1 12.2]
 * report: oriel: write outside window "empty" of rank 1: at byte 3, beyond its bytes [0, 0) (2 times)
 * report:   MPI_Win_allocate by rank 1 at guard_write_bad.c:42
 * report:   Stay within the part, or allocate more. orielcc --check tells where the program writes there. [MPI-4.1 12.2]
 * report: oriel: write outside the window of guard_write_bad.c:46 of rank 2: at byte 1048581, beyond its bytes [0, 1048576)
 * report:   MPI_Win_allocate by rank 2 at guard_write_bad.c:46
 * report:   Stay within the part, or allocate more. orielcc --check tells where the program writes there. [MPI-4.1 12.2]
 * report: oriel: write outside window "leaked" of rank 2: at byte 8, beyond its bytes [0, 8)
 * report:   MPI_Win_allocate by rank 2 at guard_write_bad.c:49
 * report:   Stay within the part, or allocate more. orielcc --check tells where the program writes there. [MPI-4.1 12.2]
 * report: oriel: leak: 3 windows made by MPI_Win_allocate at guard_write_bad.c:49 are never freed by ranks 0-2 [MPI-4.1 11.2.2]
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
  char *part;
  int rank, bytes;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  bytes = rank ? 0 : 64;
  MPI_Win_allocate(12, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "short");
  memset(part, 0, 13);
  MPI_Win_free(&win);
  MPI_Win_allocate(128, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "line");
  if (rank == 1) part[191] = 7;
  MPI_Win_free(&win);
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "empty");
  part[3] = 7;
  MPI_Win_free(&win);
  MPI_Win_allocate(1 << 20, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  if (rank == 2) part[(1 << 20) + 5] = 7;
  MPI_Win_free(&win);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
  MPI_Win_set_name(win, "leaked");
  if (rank == 2) part[8] = 7;
  MPI_Finalize();
}
