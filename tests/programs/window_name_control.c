/* A window's name is its own, whatever is in it; what a terminal would take for
 * more than text is not shown.
 *
 * mpich: no (its messages are others)
 * run: np=1 exit=120
 * stderr: MPI_Put on window "a?[31m": target_rank is 5
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, length, one = 1;
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL);
  MPI_Win_set_name(win, "a\033[31m");
  MPI_Win_get_name(win, name, &length);
  CHECK(length == 6 && strcmp(name, "a\033[31m") == 0);
  MPI_Put(&one, 1, MPI_INT, 5, 0, 1, MPI_INT, win);
  MPI_Finalize();
}
