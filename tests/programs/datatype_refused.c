/* Datatypes and operators used wrongly: each call is refused with its class.
 *
 * run: np=1
 * stdout: ok
 * mpich: no (checks fewer arguments, and has other classes)
 */
#include "check.h"

static void constructors(void)
{
  int negative[] = {1, -1}, zero[] = {0, 0}, four[] = {4, 4}, five[] = {5, 5};
  MPI_Datatype type;
  REFUSED(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &type));
  REFUSED(MPI_ERR_TYPE, MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type));
  REFUSED(MPI_ERR_ARG, MPI_Type_vector(1, -1, 1, MPI_INT, &type));
  REFUSED(MPI_ERR_ARG, MPI_Type_indexed(2, negative, zero, MPI_INT, &type));
  REFUSED(MPI_ERR_ARG, MPI_Type_create_subarray(2, four, five, zero,
                                                MPI_ORDER_C, MPI_INT, &type));
  REFUSED(MPI_ERR_ARG,
          MPI_Type_create_subarray(2, four, four, zero, 3, MPI_INT, &type));
  REFUSED(MPI_ERR_COUNT,
          MPI_Type_contiguous_c((MPI_Count)1 << 62, MPI_INT, &type));
  REFUSED(MPI_ERR_ARG, MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &type));
}

static void handles(void)
{
  int data[2] = {0};
  MPI_Datatype type, alike, freed;
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_contiguous(2, MPI_INT, &alike);
  MPI_Type_commit(&alike);
  ACCEPTED(MPI_Send(data, 1, alike, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_TYPE, MPI_Send(data, 1, type, MPI_PROC_NULL, 0,
                                 MPI_COMM_WORLD)); /* not committed */
  MPI_Type_free(&alike);
  freed = type;
  ACCEPTED(MPI_Type_free(&type));
  REFUSED(MPI_ERR_TYPE, MPI_Type_commit(&freed));
  type = MPI_INT;
  REFUSED(MPI_ERR_TYPE, MPI_Type_free(&type));
  ACCEPTED(MPI_Type_create_f90_real(6, 30, &type));
  REFUSED(MPI_ERR_TYPE, MPI_Type_free(&type));
}

static void packing(void)
{
  char buffer[4];
  int position = 2, n = 1;
  REFUSED(MPI_ERR_ARG,
          MPI_Pack(&n, 1, MPI_INT, buffer, 4, &position, MPI_COMM_WORLD));
  SAME(position, 2);
  REFUSED(MPI_ERR_ARG,
          MPI_Pack_external_size("native", 1, MPI_INT, &(MPI_Aint){0}));
}

static void operators(void)
{
  int in = 1, inout = 2;
  float x = 1, y = 2;
  MPI_Op op = MPI_SUM;
  REFUSED(MPI_ERR_OP, MPI_Op_free(&op));
  REFUSED(MPI_ERR_OP, MPI_Reduce_local(&x, &y, 1, MPI_FLOAT, MPI_BXOR));
  REFUSED(MPI_ERR_OP, MPI_Reduce_local(&in, &inout, 1, MPI_INT, MPI_REPLACE));
  REFUSED(MPI_ERR_OP, MPI_Reduce_local(&in, &inout, 1, MPI_INT, MPI_OP_NULL));
  REFUSED(MPI_ERR_OP, MPI_Reduce_local(&in, &inout, 1, MPI_INT, MPI_MAXLOC));
  SAME(inout, 2);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  constructors();
  handles();
  packing();
  operators();
  int failed = report();
  MPI_Finalize();
  return failed;
}
