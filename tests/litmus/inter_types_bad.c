/* Collectives between two groups of which one describes the data otherwise.
 *
 * run: np=5 options="--check" exit=121
 * report: oriel: different types in the block from rank 0 to rank 0 of the other group on communicator "both" (2 times)
 * report:   MPI_Bcast   by rank 0 at inter_types_bad.c:48 (2 MPI_INT)
 * report:   MPI_Bcast   by rank 2 at inter_types_bad.c:48 (2 MPI_FLOAT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: different types in the block from rank 0 to rank 0 of the other group on communicator "both" (2 times)
 * report:   MPI_Gather  by rank 2 at inter_types_bad.c:49 (2 MPI_INT)
 * report:   MPI_Gather  by rank 0 at inter_types_bad.c:49 (2 MPI_FLOAT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: different types in the block from rank 0 to rank 0 of the other group on communicator "both" (2 times)
 * report:   MPI_Scatter by rank 0 at inter_types_bad.c:50 (2 MPI_INT)
 * report:   MPI_Scatter by rank 2 at inter_types_bad.c:50 (2 MPI_FLOAT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: different types in the block from rank 0 to rank 0 of the other group on communicator "both" (2 times)
 * report:   MPI_Reduce  by rank 2 at inter_types_bad.c:51 (2 MPI_FLOAT)
 * report:   MPI_Reduce  by rank 0 at inter_types_bad.c:51 (2 MPI_INT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: different types in the block from rank 1 to rank 0 of the other group on communicator "both" (4 times)
 * report:   MPI_Allgather by rank 3 at inter_types_bad.c:61 (2 MPI_FLOAT)
 * report:   MPI_Allgather by rank 0 at inter_types_bad.c:61 (2 MPI_INT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: different types in the block from rank 0 to rank 0 of the other group on communicator "both" (6 times)
 * report:   MPI_Alltoall by rank 2 at inter_types_bad.c:62 (2 MPI_FLOAT)
 * report:   MPI_Alltoall by rank 0 at inter_types_bad.c:62 (2 MPI_INT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: different types in the block from rank 2 to rank 0 of the other group on communicator "both" (2 times)
 * report:   MPI_Alltoallw by rank 0 at inter_types_bad.c:63 (2 MPI_INT)
 * report:   MPI_Alltoallw by rank 4 at inter_types_bad.c:63 (2 MPI_FLOAT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 * report: oriel: different types in the block from rank 0 to rank 1 of the other group on communicator "both" (8 times)
 * report:   MPI_Allreduce by rank 3 at inter_types_bad.c:64 (2 MPI_FLOAT)
 * report:   MPI_Allreduce by rank 0 at inter_types_bad.c:64 (2 MPI_INT)
 * report:   Both must name the same basic types, as many of each. [MPI-4.1 6.1]
 */
#include <mpi.h>

static MPI_Comm inter;
static int low;

static void rooted(void)
{
  float data[6] = {0}, all[6] = {0};
  int root = low ? 0 : MPI_PROC_NULL, rank;
  MPI_Comm_rank(inter, &rank);
  if (!low && rank == 0) root = MPI_ROOT;
  MPI_Bcast(data, 2, low ? MPI_INT : MPI_FLOAT, root, inter);
  MPI_Gather(data, 2, MPI_FLOAT, all, 2, MPI_INT, root, inter);
  MPI_Scatter(data, 2, MPI_FLOAT, all, 2, MPI_INT, root, inter);
  MPI_Reduce(data, all, 2, low ? MPI_INT : MPI_FLOAT, MPI_SUM, root, inter);
}

static void to_all(void)
{
  float data[6] = {0}, all[6] = {0};
  MPI_Datatype sent[3] = {MPI_FLOAT, MPI_FLOAT, MPI_FLOAT}, received[3];
  int counts[3] = {2, 2, 2}, at[3] = {0, 8, 16};
  for (int i = 0; i < 3; i++)
    received[i] = low && i == 2 ? MPI_INT : MPI_FLOAT;
  MPI_Allgather(data, 2, MPI_FLOAT, all, 2, low ? MPI_INT : MPI_FLOAT, inter);
  MPI_Alltoall(data, 2, low ? MPI_INT : MPI_FLOAT, all, 2, MPI_FLOAT, inter);
  MPI_Alltoallw(data, counts, at, sent, all, counts, at, received, inter);
  MPI_Allreduce(data, all, 2, low ? MPI_INT : MPI_FLOAT, MPI_SUM, inter);
}

int main(int argc, char **argv)
{
  int world;
  MPI_Comm group;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  low = world < 2;
  MPI_Comm_split(MPI_COMM_WORLD, low, 0, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, low ? 2 : 0, 0, &inter);
  MPI_Comm_set_name(inter, "both");
  rooted();
  to_all();
  MPI_Comm_free(&inter);
  MPI_Comm_free(&group);
  MPI_Finalize();
}
