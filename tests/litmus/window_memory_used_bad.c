/* Memory of windows is used when they are freed, also as buffers.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: store in memory of window "halo" that is freed (2 times)
 * report:   MPI_Win_free by rank 0 at window_memory_used_bad.c:35
 * report:   store        by rank 0 at window_memory_used_bad.c:36, main()
 * report:   The window's memory goes with it: call MPI_Win_free later. [MPI-4.1 12.2]
 * report: oriel: origin buffer of MPI_Put that is freed
 * report:   MPI_Put     by rank 0 at window_memory_used_bad.c:37 (reads memory of window "halo", freed at window_memory_used_bad.c:35)
 * report:   The window's memory goes with it: call MPI_Win_free later. [MPI-4.1 12.3]
 * report: oriel: buf of MPI_Recv that is freed
 * report:   MPI_Recv    by rank 1 at window_memory_used_bad.c:41 (writes memory of window "halo", freed at window_memory_used_bad.c:35)
 * report:   The window's memory goes with it: call MPI_Win_free later. [MPI-4.1 3.2.2]
 * report: oriel: load in memory of the window of window_memory_used_bad.c:33 that is freed (2 times)
 * report:   MPI_Win_free by rank 1 at window_memory_used_bad.c:42
 * report:   load         by rank 1 at window_memory_used_bad.c:43, main()
 * report:   The window's memory goes with it: call MPI_Win_free later. [MPI-4.1 12.2]
 * report: oriel: sendbuf of MPI_Allreduce that is freed (2 times)
 * report:   MPI_Allreduce by rank 1 at window_memory_used_bad.c:44 (reads memory of the window of window_memory_used_bad.c:33, freed at window_memory_used_bad.c:42)
 * report:   The window's memory goes with it: call MPI_Win_free later. [MPI-4.1 3.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, *other, rank, x = 0;
  MPI_Win win, large;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_allocate(1 << 20, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &large);
  MPI_Win_fence(0, large);
  MPI_Win_free(&win);
  memory[0] = 1;
  if (rank == 0) MPI_Put(memory, 2, MPI_INT, 1, 0, 2, MPI_INT, large);
  MPI_Win_fence(0, large);
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(&memory[1], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&large);
  x += other[1 << 16];
  MPI_Allreduce(other, &x, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
}
