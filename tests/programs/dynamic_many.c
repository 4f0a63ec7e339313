/* Many regions of a dynamic window: attaching, detaching and finding one take
 * no walk over the others.
 *
 * run: np=2 limit=4
 * stdout: ok
 */
#include "check.h"

enum { REGIONS = 150000, STEP = 32, BYTES = 16 };

int main(int argc, char **argv)
{
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int me = world_rank();
  char *memory = calloc(REGIONS, STEP);
  MPI_Aint at, base;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Get_address(memory, &at);
  MPI_Sendrecv(&at, 1, MPI_AINT, !me, 0, &base, 1, MPI_AINT, !me, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < REGIONS; i++)
    ACCEPTED(MPI_Win_attach(win, memory + STEP * i, BYTES));
  MPI_Win_fence(0, win);
  for (int i = 0; i < REGIONS; i += 999)
    ACCEPTED(MPI_Put("yes", 4, MPI_CHAR, !me,
                     MPI_Aint_add(base, STEP * i + BYTES - 4), 4, MPI_CHAR,
                     win));
  MPI_Win_fence(0, win);
  for (int i = 0; i < REGIONS; i++)
    CHECK(memory[STEP * i + BYTES - 4] == (i % 999 ? 0 : 'y'));
  for (int i = REGIONS - 1; i >= 0; i--)
    ACCEPTED(MPI_Win_detach(win, memory + STEP * i));
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  free(memory);
  return code;
}
