/* What is said of a wrong argument names it as MPI does, and what became of a
 * handle that names nothing any more.
 *
 * run: np=1 options="--check" exit=121
 * report: oriel: rank 0 at texts_arguments.c:45: MPI_Sendrecv: recvcount is -1, must not be negative [MPI-4.1 3.2.2]
 * report: oriel: rank 0 at texts_arguments.c:46: MPI_Sendrecv: sendtype is not committed; call MPI_Type_commit first [MPI-4.1 5.1.9]
 * report: oriel: rank 0 at texts_arguments.c:47: MPI_Sendrecv: recvbuf is a null pointer, but the count is 1, of 4 bytes each [MPI-4.1 3.2.2]
 * report: oriel: rank 0 at texts_arguments.c:48: MPI_Sendrecv: sendtag is -2 (MPI_ANY_TAG), which only a receive or a probe takes [MPI-4.1 3.2.3]
 * report: oriel: rank 0 at texts_arguments.c:49: MPI_Sendrecv_replace: recvtag is -7, tags are 0 to MPI_TAG_UB [MPI-4.1 3.2.3]
 * report: oriel: rank 0 at texts_arguments.c:50: MPI_Waitall: request 1: the request was completed or freed before [MPI-4.1 3.7.3]
 * report: oriel: rank 0 at texts_arguments.c:51: MPI_Startall: request 0: the request is MPI_REQUEST_NULL [MPI-4.1 3.7.3]
 * report: oriel: rank 0 at texts_arguments.c:57: MPI_Allgather: sendtype was freed before [MPI-4.1 5.1]
 * report: oriel: rank 0 at texts_arguments.c:58: MPI_Allgather: recvcount is -1, must not be negative [MPI-4.1 3.2.2]
 * report: oriel: rank 0 at texts_arguments.c:59: MPI_Allgatherv: displs is a null pointer, must have 1 entry
 * report: oriel: rank 0 at texts_arguments.c:60: MPI_Alltoallv: recvcounts[0] is -1, must not be negative [MPI-4.1 3.2.2]
 * report: oriel: rank 0 at texts_arguments.c:61: MPI_Alltoallw: sendtypes[0] was freed before [MPI-4.1 5.1]
 * report: oriel: rank 0 at texts_arguments.c:63: MPI_Bcast: count is -1, must not be negative [MPI-4.1 3.2.2]
 * report: oriel: rank 0 at texts_arguments.c:64: MPI_Reduce_scatter_block: recvcount is -1, must not be negative [MPI-4.1 3.2.2]
 * report: oriel: rank 0 at texts_arguments.c:69: MPI_Put: origin_count is -1, must not be negative [MPI-4.1 3.2.2]
 * report: oriel: rank 0 at texts_arguments.c:70: MPI_Put: target_datatype is not committed; call MPI_Type_commit first [MPI-4.1 5.1.9]
 * report: oriel: rank 0 at texts_arguments.c:71: MPI_Get_accumulate: result_datatype is MPI_DATATYPE_NULL [MPI-4.1 5.1]
 * report: oriel: rank 0 at texts_arguments.c:73: MPI_Win_fence: the window was freed before [MPI-4.1 12.2]
 * report: oriel: rank 0 at texts_arguments.c:81: MPI_Comm_size: the communicator was freed before [MPI-4.1 7.4]
 * report: oriel: rank 0 at texts_arguments.c:82: MPI_Group_union: group2 was freed before [MPI-4.1 7.3]
 * report: oriel: rank 0 at texts_arguments.c:83: MPI_Group_union: group1 is MPI_GROUP_NULL [MPI-4.1 7.3]
 * report: oriel: rank 0 at texts_arguments.c:84: MPI_Type_create_struct: array_of_types[0] was freed before [MPI-4.1 5.1]
 * report: oriel: rank 0 at texts_arguments.c:85: MPI_Type_contiguous: oldtype is not the handle of a datatype [MPI-4.1 5.1]
 * mpich: no (its texts are others)
 */
#include "check.h"

static int x[4];
static MPI_Datatype bad, raw, gone, list[1];
static MPI_Comm w = MPI_COMM_WORLD, left;
static MPI_Group no_group;
static MPI_Win win, closed;

static void messages(void)
{
  MPI_Request r, done;
  MPI_Status *none = MPI_STATUS_IGNORE;
  MPI_Irecv(x, 1, MPI_INT, MPI_PROC_NULL, 0, w, &r);
  done = r;
  MPI_Wait(&r, none);
  MPI_Sendrecv(x, 1, MPI_INT, 0, 0, x, -1, MPI_INT, 0, 0, w, none);
  MPI_Sendrecv(x, 1, raw, 0, 0, x, 1, MPI_INT, 0, 0, w, none);
  MPI_Sendrecv(x, 1, MPI_INT, 0, 0, NULL, 1, MPI_INT, 0, 0, w, none);
  MPI_Sendrecv(x, 1, MPI_INT, 0, MPI_ANY_TAG, x, 1, MPI_INT, 0, 0, w, none);
  MPI_Sendrecv_replace(x, 1, MPI_INT, 0, 0, 0, -7, w, none);
  MPI_Waitall(2, (MPI_Request[]){MPI_REQUEST_NULL, done}, MPI_STATUSES_IGNORE);
  MPI_Startall(2, (MPI_Request[]){MPI_REQUEST_NULL, MPI_REQUEST_NULL});
}

static void collectives(void)
{
  int minus[] = {-1}, one[] = {1}, zero[] = {0};
  MPI_Allgather(x, 1, gone, x + 1, 1, MPI_INT, w);
  MPI_Allgather(x, 1, MPI_INT, x + 1, -1, MPI_INT, w);
  MPI_Allgatherv(x, 1, MPI_INT, x + 1, one, NULL, MPI_INT, w);
  MPI_Alltoallv(x, one, zero, MPI_INT, x + 1, minus, zero, MPI_INT, w);
  MPI_Alltoallw(x, one, zero, list, x + 1, one, zero, (MPI_Datatype[]){MPI_INT},
                w);
  MPI_Bcast(x, -1, MPI_INT, 0, w);
  MPI_Reduce_scatter_block(x, x + 1, -1, MPI_INT, MPI_SUM, w);
}

static void windows(void)
{
  MPI_Put(x, -1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Put(x, 1, MPI_INT, 0, 0, 1, raw, win);
  MPI_Get_accumulate(x, 1, MPI_INT, x + 1, 1, bad, 0, 0, 1, MPI_INT, MPI_SUM,
                     win);
  MPI_Win_fence(0, closed);
}

static void others(void)
{
  int result;
  MPI_Group group;
  MPI_Datatype made;
  MPI_Comm_size(left, &result);
  MPI_Group_union(MPI_GROUP_EMPTY, no_group, &group);
  MPI_Group_union(MPI_GROUP_NULL, MPI_GROUP_EMPTY, &group);
  MPI_Type_create_struct(1, (int[]){1}, (MPI_Aint[]){0}, list, &made);
  MPI_Type_contiguous(1, (MPI_Datatype)w, &made);
}

static void make(void)
{
  void *base;
  MPI_Comm_dup(w, &left);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, left, &base, &closed);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, left, &base, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Comm_group(w, &no_group);
  MPI_Type_contiguous(1, MPI_INT, &raw);
  MPI_Type_dup(MPI_INT, &gone);
  bad = MPI_DATATYPE_NULL;
  MPI_Win old = closed;
  MPI_Win_free(&closed);
  closed = old;
  MPI_Comm old_comm = left;
  MPI_Comm_free(&left);
  left = old_comm;
  MPI_Group old_group = no_group;
  MPI_Group_free(&no_group);
  no_group = old_group;
  MPI_Datatype old_type = gone;
  MPI_Type_free(&gone);
  gone = list[0] = old_type;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(w, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  make();
  messages();
  collectives();
  MPI_Win_lock_all(0, win);
  windows();
  MPI_Win_unlock_all(win);
  others();
  MPI_Win_free(&win);
  MPI_Type_free(&raw);
  MPI_Finalize();
  return 0;
}
