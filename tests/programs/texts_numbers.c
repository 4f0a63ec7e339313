/* What is said of a number or address out of its range: which argument it is,
 * what it must be, and the name that a number has for MPI.
 *
 * run: np=1 options="--check" exit=121
 * report: oriel: rank 0 at texts_numbers.c:44: MPI_Send: dest is 7; the ranks of MPI_COMM_WORLD are 0 to 0 [MPI-4.1 3.2.3]
 * report: oriel: rank 0 at texts_numbers.c:45: MPI_Send: dest is -1 (MPI_ANY_SOURCE); the ranks of communicator "rows" are 0 to 0 [MPI-4.1 3.2.3]
 * report: oriel: rank 0 at texts_numbers.c:46: MPI_Bcast: root is -4 (MPI_ROOT); the ranks of the communicator are 0 to 0 [MPI-4.1 6.2]
 * report: oriel: rank 0 at texts_numbers.c:47: MPI_Put on window "halo": target_rank is -1 (MPI_ANY_SOURCE); the ranks of the window are 0 to 0 [MPI-4.1 12.3]
 * report: oriel: rank 0 at texts_numbers.c:48: MPI_Win_flush on window "halo": rank is 3; the ranks of the window are 0 to 0 [MPI-4.1 12.5.3]
 * report: oriel: rank 0 at texts_numbers.c:49: MPI_Cart_rank: coords[0] is 5, must be in [0, 1), as this dimension is not periodic [MPI-4.1 8.5.5]
 * report: oriel: rank 0 at texts_numbers.c:50: MPI_Intercomm_create: local_leader is 2; the ranks of its group are 0 to 0 [MPI-4.1 7.6.2]
 * report: oriel: rank 0 at texts_numbers.c:56: MPI_Isend: request is a null pointer, and the result goes there
 * report: oriel: rank 0 at texts_numbers.c:57: MPI_Send: buf is MPI_IN_PLACE, which it must not be [MPI-4.1 2.5.4]
 * report: oriel: rank 0 at texts_numbers.c:58: MPI_Compare_and_swap: compare_addr is a null pointer, but the count is 1, of 4 bytes each [MPI-4.1 3.2.2]
 * report: oriel: rank 0 at texts_numbers.c:59: MPI_Win_create: base is a null pointer, but size is 4 [MPI-4.1 12.2.1]
 * report: oriel: rank 0 at texts_numbers.c:60: MPI_Grequest_start: query_fn is a null pointer [MPI-4.1 13.2]
 * report: oriel: rank 0 at texts_numbers.c:61: MPI_Group_incl: ranks is a null pointer, must have 1 entry
 * report: oriel: rank 0 at texts_numbers.c:71: MPI_Dims_create: nnodes is 0, must be positive [MPI-4.1 8.5.2]
 * report: oriel: rank 0 at texts_numbers.c:72: MPI_Dims_create: dims[1] is -2, must not be negative [MPI-4.1 8.5.2]
 * report: oriel: rank 0 at texts_numbers.c:73: MPI_Cart_create: dims[0] is 0, must be positive [MPI-4.1 8.5.1]
 * report: oriel: rank 0 at texts_numbers.c:74: MPI_Cart_shift: direction is 2, must be in [0, 1), the grid's dimensions [MPI-4.1 8.5.6]
 * report: oriel: rank 0 at texts_numbers.c:75: MPI_Dist_graph_create_adjacent: sources[0] is 4; the ranks of MPI_COMM_WORLD are 0 to 0 [MPI-4.1 8.5.4]
 * report: oriel: rank 0 at texts_numbers.c:77: MPI_Dist_graph_create: degrees[0] is -1, must not be negative [MPI-4.1 8.5.4]
 * report: oriel: rank 0 at texts_numbers.c:79: MPI_Psend_init: partitions is -1, must not be negative [MPI-4.1 4.2.1]
 * report: oriel: rank 0 at texts_numbers.c:80: MPI_Pack: position is -1, must not be negative [MPI-4.1 5.2]
 * report: oriel: rank 0 at texts_numbers.c:81: MPI_Win_create: size is -4, must not be negative [MPI-4.1 12.2]
 * report: oriel: rank 0 at texts_numbers.c:82: MPI_Win_create: disp_unit is 0, must be a positive int [MPI-4.1 12.2]
 * report: oriel: rank 0 at texts_numbers.c:83: MPI_Put to rank 0 of window "halo": target_disp is -1, must not be negative [MPI-4.1 12.3]
 * report: oriel: rank 0 at texts_numbers.c:84: MPI_Win_lock: lock_type is 77, neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE [MPI-4.1 12.5.3]
 * report: oriel: rank 0 at texts_numbers.c:85: MPI_Alloc_mem: size is -1, must not be negative [MPI-4.1 9.2]
 * report: oriel: rank 0 at texts_numbers.c:86: MPI_Comm_split_type: split_type is 4711, no MPI_COMM_TYPE_* [MPI-4.1 7.4.2]
 * report: oriel: rank 0 at texts_numbers.c:87: MPI_Type_create_f90_integer: there is no kind with r 99 [MPI-4.1 19.1.9]
 * mpich: no (its texts are others)
 */
#include "check.h"

static int x[4];
static MPI_Comm w = MPI_COMM_WORLD, rows, grid;
static MPI_Win win;

static void ranks(void)
{
  int rank;
  MPI_Send(x, 1, MPI_INT, 7, 0, w);
  MPI_Send(x, 1, MPI_INT, MPI_ANY_SOURCE, 0, rows);
  MPI_Bcast(x, 1, MPI_INT, MPI_ROOT, grid);
  MPI_Put(x, 1, MPI_INT, MPI_ANY_SOURCE, 0, 1, MPI_INT, win);
  MPI_Win_flush(3, win);
  MPI_Cart_rank(grid, (int[]){5}, &rank);
  MPI_Intercomm_create(w, 2, w, 0, 0, &(MPI_Comm){0});
}

static void addresses(void)
{
  MPI_Request r;
  MPI_Isend(x, 1, MPI_INT, 0, 0, w, NULL);
  MPI_Send(MPI_IN_PLACE, 1, MPI_INT, 0, 0, w);
  MPI_Compare_and_swap(x, NULL, x + 1, MPI_INT, 0, 0, win);
  MPI_Win_create(NULL, 4, 1, MPI_INFO_NULL, w, &(MPI_Win){0});
  MPI_Grequest_start(NULL, NULL, NULL, NULL, &r);
  MPI_Group_incl(MPI_GROUP_EMPTY, 1, NULL, &(MPI_Group){0});
}

static void numbers(void)
{
  int dims[2] = {0, -2}, position = -1;
  char packed[8];
  MPI_Comm made;
  MPI_Datatype type;
  MPI_Request r;
  MPI_Dims_create(0, 2, dims);
  MPI_Dims_create(4, 2, dims);
  MPI_Cart_create(w, 2, dims, dims, 0, &made);
  MPI_Cart_shift(grid, 2, 1, &position, &position);
  MPI_Dist_graph_create_adjacent(w, 1, (int[]){4}, MPI_UNWEIGHTED, 0, NULL,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
  MPI_Dist_graph_create(w, 1, (int[]){0}, (int[]){-1}, x, MPI_UNWEIGHTED,
                        MPI_INFO_NULL, 0, &made);
  MPI_Psend_init(x, -1, 1, MPI_INT, 0, 0, w, MPI_INFO_NULL, &r);
  MPI_Pack(x, 1, MPI_INT, packed, sizeof packed, &position, w);
  MPI_Win_create(x, -4, 1, MPI_INFO_NULL, w, &(MPI_Win){0});
  MPI_Win_create(x, 4, 0, MPI_INFO_NULL, w, &(MPI_Win){0});
  MPI_Put(x, 1, MPI_INT, 0, -1, 1, MPI_INT, win);
  MPI_Win_lock(77, 0, 0, win);
  MPI_Alloc_mem(-1, MPI_INFO_NULL, &r);
  MPI_Comm_split_type(w, 4711, 0, MPI_INFO_NULL, &made);
  MPI_Type_create_f90_integer(99, &type);
}

int main(int argc, char **argv)
{
  void *base;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(w, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_dup(w, &rows);
  MPI_Comm_set_name(rows, "rows");
  MPI_Cart_create(w, 1, (int[]){1}, (int[]){0}, 0, &grid);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, w, &base, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  ranks();
  addresses();
  numbers();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&grid);
  MPI_Comm_free(&rows);
  MPI_Finalize();
  return 0;
}
