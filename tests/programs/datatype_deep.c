/* A type that is made of a type, and so on, more deeply than the stack is: it
 * is made, used and freed as any other.
 *
 * run: np=1 options="--stack 256k"
 * stdout: ok
 */
#include "check.h"

enum { DEPTH = 50000 };

int main(int argc, char **argv)
{
  MPI_Datatype type, inner = MPI_INT;
  MPI_Aint lb, extent;
  int from[2] = {1, 2}, to[2] = {0}, position = 0;
  char packed[sizeof from];
  MPI_Init(&argc, &argv);
  for (int i = 1; i <= DEPTH; i++) {
    MPI_Type_create_resized(inner, 0, i < DEPTH ? 4 * i + 4 : 4, &type);
    if (i > 1) MPI_Type_free(&inner);
    inner = type;
  }
  MPI_Type_commit(&type);
  MPI_Type_get_extent(type, &lb, &extent);
  SAME(extent, 4);
  MPI_Pack(from, 2, type, packed, sizeof packed, &position, MPI_COMM_SELF);
  position = 0;
  MPI_Unpack(packed, sizeof packed, &position, to, 2, type, MPI_COMM_SELF);
  SAME(to[0], 1);
  SAME(to[1], 2);
  MPI_Type_free(&type);
  int code = report();
  MPI_Finalize();
  return code;
}
