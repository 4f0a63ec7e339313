/* Classes, codes and strings that a program adds. [MPI-4.1 9.5]
 *
 * mpich: no
 * (it lets unknown codes pass)
 * run: np=2
 * stdout: ok
 */
#include "check.h"

static int text_is(int code, const char *expected)
{
  char text[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(code, text, &length);
  return strcmp(text, expected) == 0 && length == (int)strlen(expected);
}

int main(int argc, char **argv)
{
  int error_class, code, found, *last, flag;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Add_error_class(&error_class);
  CHECK(error_class > MPI_ERR_LASTCODE);
  MPI_Add_error_code(error_class, &code);
  CHECK(code > error_class);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
  CHECK(flag && *last >= code);
  MPI_Error_class(code, &found);
  CHECK(found == error_class);
  CHECK(text_is(code, ""));
  MPI_Add_error_string(code, "too hot");
  CHECK(text_is(code, "too hot"));
  CHECK(MPI_Add_error_string(MPI_ERR_RANK, "mine") != MPI_SUCCESS);
  CHECK(MPI_Error_class(code + 1000, &found) != MPI_SUCCESS);
  int result = report();
  MPI_Finalize();
  return result;
}
