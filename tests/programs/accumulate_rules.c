/* What accumulates refuse, each with its error class, and that a refused call
 * changes nothing.
 *
 * mpich: no (MPICH misses some and has other classes)
 * run: np=2
 * stdout: ok
 */
#include "check.h"

static MPI_Win win;
static int other;

static void noop(void *in, void *inout, int *n, MPI_Datatype *type)
{
  (void)in, (void)inout, (void)n, (void)type;
}

static void operations(void)
{
  int v[2] = {1, 1}, r[2];
  MPI_Op mine;
  MPI_Op_create(noop, 1, &mine);
  REFUSED(MPI_ERR_OP,
          MPI_Accumulate(v, 1, MPI_INT, other, 0, 1, MPI_INT, mine, win));
  REFUSED(MPI_ERR_OP, MPI_Get_accumulate(v, 1, MPI_INT, r, 1, MPI_INT, other, 0,
                                         1, MPI_INT, mine, win));
  REFUSED(MPI_ERR_OP, MPI_Fetch_and_op(v, r, MPI_INT, other, 0, mine, win));
  MPI_Op_free(&mine);
  REFUSED(MPI_ERR_OP,
          MPI_Accumulate(v, 1, MPI_INT, other, 0, 1, MPI_INT, MPI_NO_OP, win));
  REFUSED(MPI_ERR_OP, MPI_Accumulate(v, 1, MPI_INT, other, 0, 1, MPI_INT,
                                     MPI_OP_NULL, win));
  /* An operation on a type that it does not take. */
  double d = 1;
  REFUSED(MPI_ERR_OP, MPI_Accumulate(&d, 1, MPI_DOUBLE, other, 0, 1, MPI_DOUBLE,
                                     MPI_BAND, win));
  REFUSED(MPI_ERR_OP,
          MPI_Accumulate(v, 2, MPI_BYTE, other, 0, 2, MPI_BYTE, MPI_SUM, win));
  REFUSED(MPI_ERR_OP,
          MPI_Accumulate(v, 1, MPI_2INT, other, 0, 1, MPI_2INT, MPI_SUM, win));
  REFUSED(MPI_ERR_OP,
          MPI_Accumulate(v, 1, MPI_INT, other, 0, 1, MPI_INT, MPI_MAXLOC, win));
  /* And in reductions, what only accumulates have. */
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_OP,
          MPI_Allreduce(v, r, 1, MPI_INT, MPI_REPLACE, MPI_COMM_SELF));
  REFUSED(MPI_ERR_OP,
          MPI_Allreduce(v, r, 1, MPI_INT, MPI_NO_OP, MPI_COMM_SELF));
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

static void types(void)
{
  struct {
    int i;
    float f;
  } mixed[2] = {{1, 1}, {1, 1}};
  int v[4] = {1, 1, 1, 1}, r[4];
  MPI_Datatype both, pair, gap, overlap, kinds[2] = {MPI_INT, MPI_FLOAT};
  int ones[2] = {1, 1}, twice[2] = {0, 0};
  MPI_Aint at[2] = {0, 4};
  MPI_Type_create_struct(2, ones, at, kinds, &both);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_vector(2, 1, 2, MPI_INT, &gap);
  MPI_Type_indexed(2, ones, twice, MPI_INT, &overlap);
  MPI_Type_commit(&both);
  MPI_Type_commit(&pair);
  MPI_Type_commit(&overlap);

  /* origin and target built from different predefined types */
  REFUSED(MPI_ERR_TYPE,
          MPI_Accumulate(v, 1, MPI_INT, other, 0, 1, MPI_FLOAT, MPI_SUM, win));
  REFUSED(MPI_ERR_TYPE, MPI_Accumulate(v, 1, MPI_INT, other, 0, 1, MPI_UNSIGNED,
                                       MPI_SUM, win));
  /* a type built from two */
  REFUSED(MPI_ERR_TYPE,
          MPI_Accumulate(mixed, 1, both, other, 0, 1, both, MPI_SUM, win));
  REFUSED(MPI_ERR_TYPE,
          MPI_Accumulate(mixed, 1, both, other, 0, 1, both, MPI_REPLACE, win));
  /* not committed */
  REFUSED(MPI_ERR_TYPE,
          MPI_Accumulate(v, 1, gap, other, 0, 1, gap, MPI_SUM, win));
  REFUSED(MPI_ERR_TYPE, MPI_Put(v, 1, gap, other, 0, 1, gap, win));
  /* Fetch_and_op: one predefined element; Compare_and_swap: integers */
  REFUSED(MPI_ERR_TYPE, MPI_Fetch_and_op(v, r, pair, other, 0, MPI_SUM, win));
  REFUSED(MPI_ERR_TYPE, MPI_Compare_and_swap(v, v, r, pair, other, 0, win));
  float f[3] = {1, 1, 1};
  REFUSED(MPI_ERR_TYPE,
          MPI_Compare_and_swap(&f[0], &f[1], &f[2], MPI_FLOAT, other, 0, win));
  /* what is written through holds an entry twice */
  REFUSED(MPI_ERR_TYPE, MPI_Put(v, 2, MPI_INT, other, 0, 1, overlap, win));
  REFUSED(MPI_ERR_TYPE,
          MPI_Accumulate(v, 2, MPI_INT, other, 0, 1, overlap, MPI_SUM, win));
  REFUSED(MPI_ERR_TYPE, MPI_Get(r, 1, overlap, other, 0, 2, MPI_INT, win));
  REFUSED(MPI_ERR_TYPE, MPI_Get_accumulate(v, 2, MPI_INT, r, 1, overlap, other,
                                           0, 2, MPI_INT, MPI_NO_OP, win));
  /* but may be read */
  ACCEPTED(MPI_Get(r, 2, MPI_INT, other, 0, 1, overlap, win));
  MPI_Type_free(&overlap);
  MPI_Type_free(&gap);
  MPI_Type_free(&pair);
  MPI_Type_free(&both);
}

static void arguments(void)
{
  int v[4] = {1, 1, 1, 1}, r[4];
  /* the target's buffer is too small */
  REFUSED(MPI_ERR_TRUNCATE, MPI_Put(v, 2, MPI_INT, other, 0, 1, MPI_INT, win));
  REFUSED(MPI_ERR_COUNT, MPI_Put(v, -1, MPI_INT, other, 0, 1, MPI_INT, win));
  REFUSED(MPI_ERR_COUNT, MPI_Get(r, 1, MPI_INT, other, 0, -1, MPI_INT, win));
  REFUSED(MPI_ERR_RANK, MPI_Put(v, 1, MPI_INT, 2, 0, 1, MPI_INT, win));
  REFUSED(MPI_ERR_RANK, MPI_Put(v, 1, MPI_INT, -7, 0, 1, MPI_INT, win));
  REFUSED(MPI_ERR_DISP, MPI_Put(v, 1, MPI_INT, other, -1, 1, MPI_INT, win));
  /* with MPI_NO_OP the origin's arguments are ignored, even null */
  ACCEPTED(MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, r, 1, MPI_INT, other,
                              0, 1, MPI_INT, MPI_NO_OP, win));
  ACCEPTED(MPI_Fetch_and_op(NULL, r, MPI_INT, other, 0, MPI_NO_OP, win));
  /* origin and result share memory */
  REFUSED(MPI_ERR_BUFFER,
          MPI_Get_accumulate(v, 2, MPI_INT, v + 1, 2, MPI_INT, other, 0, 2,
                             MPI_INT, MPI_SUM, win));
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  other = 1 - world_rank();
  win = int_window(4, &memory);
  MPI_Win_lock_all(0, win);
  operations();
  types();
  arguments();
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 4; i++)
    SAME(memory[i], 0);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
