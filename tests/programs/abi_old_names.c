/* Names that MPI-3.0 removed. [MPI-2.2]
 *
 * mpich: no
 * (it lacks them)
 * run: np=1
 * stdout: ok
 */
#include "check.h"

static int calls;

static void handle(MPI_Comm *comm, int *code, ...)
{
  (void)comm, (void)code;
  calls++;
}

int main(int argc, char **argv)
{
  struct pair {
    int first;
    double second;
  } pair;
  int lengths[] = {1, 1}, size;
  MPI_Aint places[2], extent, lb, ub;
  MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE}, made;
  MPI_Errhandler handler, found;
  MPI_Init(&argc, &argv);
  MPI_Address(&pair.first, &places[0]);
  MPI_Address(&pair.second, &places[1]);
  places[1] -= places[0];
  places[0] = 0;
  MPI_Type_struct(2, lengths, places, types, &made);
  MPI_Type_commit(&made);
  MPI_Type_extent(made, &extent);
  MPI_Type_lb(made, &lb);
  MPI_Type_ub(made, &ub);
  MPI_Type_size(made, &size);
  CHECK(extent == sizeof pair && lb == 0 && ub == extent && size == 12);
  MPI_Type_free(&made);
  int one[] = {1, 1, 1};
  MPI_Aint marks[] = {-4, 0, 24};
  MPI_Datatype marked[] = {MPI_LB, MPI_INT, MPI_UB}, twice;
  MPI_Type_struct(3, one, marks, marked, &made);
  MPI_Type_lb(made, &lb);
  MPI_Type_ub(made, &ub);
  MPI_Type_extent(made, &extent);
  MPI_Type_size(made, &size);
  CHECK(lb == -4 && ub == 24 && extent == 28 && size == 4);
  MPI_Type_contiguous(2, made, &twice); /* the bounds go on */
  MPI_Type_commit(&twice);
  MPI_Type_extent(twice, &extent);
  CHECK(extent == 56);
  int from[] = {1, 2, 3, 4, 5, 6, 7, 8}, packed[2] = {0, 0}, at = 0;
  MPI_Pack(from, 1, twice, packed, sizeof packed, &at, MPI_COMM_SELF);
  CHECK(at == 8 && packed[0] == 1 && packed[1] == 8);
  MPI_Type_free(&twice);
  MPI_Type_free(&made);
  MPI_Type_hvector(3, 1, 16, MPI_INT, &made);
  MPI_Type_extent(made, &extent);
  CHECK(extent == 36);
  MPI_Type_free(&made);
  MPI_Type_hindexed(2, lengths, places, MPI_INT, &made);
  MPI_Type_size(made, &size);
  CHECK(size == 8);
  MPI_Type_free(&made);
  MPI_Errhandler_create(handle, &handler);
  MPI_Errhandler_set(MPI_COMM_WORLD, handler);
  MPI_Errhandler_get(MPI_COMM_WORLD, &found);
  CHECK(found == handler);
  MPI_Send(NULL, 0, MPI_INT, 7, 0, MPI_COMM_WORLD);
  CHECK(calls == 1);
  MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  int result = report();
  MPI_Finalize();
  return result;
}
