/* The info keys same_size and same_disp_unit are promises: windows that break
 * them are refused, at every member. Memory that is never touched is free.
 *
 * mpich: no (MPICH does not check)
 * run: np=3
 * stdout: ok
 */
#include "check.h"

static int make(const char *key, MPI_Aint size, int unit, MPI_Win *win)
{
  void *memory;
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, key, "true");
  int error = MPI_Win_allocate(size, unit, info, MPI_COMM_WORLD, &memory, win);
  MPI_Info_free(&info);
  return error;
}

int main(int argc, char **argv)
{
  MPI_Win win;
  char *memory, byte = 3;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int me = world_rank();
  REFUSED(MPI_ERR_SIZE, make("same_size", me == 2 ? 16 : 8, 4, &win));
  REFUSED(MPI_ERR_DISP, make("same_disp_unit", 8, me == 1 ? 2 : 4, &win));
  ACCEPTED(make("same_size", 8, me + 1, &win));
  MPI_Win_free(&win);
  ACCEPTED(make("same_disp_unit", me * 8, 4, &win));
  MPI_Win_free(&win);
  REFUSED(MPI_ERR_NO_MEM, MPI_Win_allocate((MPI_Aint)1 << 60, 1, MPI_INFO_NULL,
                                           MPI_COMM_WORLD, &memory, &win));
  MPI_Aint large = (MPI_Aint)1 << 29;
  ACCEPTED(
      MPI_Win_allocate(large, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
  CHECK((size_t)memory % 64 == 0);
  MPI_Win_fence(0, win);
  MPI_Put(&byte, 1, MPI_BYTE, (me + 1) % 3, large - 1, 1, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  CHECK(memory[large - 1] == 3 && memory[large - 2] == 0 && memory[0] == 0);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
