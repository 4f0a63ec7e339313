/* What intercommunicators cannot do, and wrong arguments of the calls that
 * make them. When the leader's arguments are wrong its whole group is told.
 *
 * run: np=4
 * stdout: ok
 * mpich: no
 *   MPICH gives some other classes, and takes what is not checked here.
 */
#include "intercomm.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  struct pair p = pair_make(1);
  int in = -1, out = 1, dims[] = {2}, periods[] = {0}, me = world_rank(), size;
  int index[] = {1, 2}, edges[] = {0, 1};
  MPI_Comm made;
  MPI_Win win;
  MPI_Group group;
  MPI_Request request;
  REFUSED(MPI_ERR_COMM, MPI_Scan(&out, &in, 1, MPI_INT, MPI_SUM, p.inter));
  REFUSED(MPI_ERR_COMM,
          MPI_Iexscan(&out, &in, 1, MPI_INT, MPI_SUM, p.inter, &request));
  REFUSED(MPI_ERR_COMM,
          MPI_Win_create(&in, 4, 4, MPI_INFO_NULL, p.inter, &win));
  REFUSED(MPI_ERR_COMM, MPI_Win_create_dynamic(MPI_INFO_NULL, p.inter, &win));
  REFUSED(MPI_ERR_COMM, MPI_Cart_create(p.inter, 1, dims, periods, 0, &made));
  REFUSED(MPI_ERR_COMM, MPI_Graph_create(p.inter, 2, index, edges, 0, &made));
  REFUSED(MPI_ERR_TOPOLOGY,
          MPI_Neighbor_allgather(&out, 1, MPI_INT, &in, 1, MPI_INT, p.inter));
  MPI_Comm_group(p.inter, &group);
  REFUSED(MPI_ERR_COMM, MPI_Comm_create_group(p.inter, group, 0, &made));
  REFUSED(MPI_ERR_COMM, MPI_Comm_remote_size(p.local, &size));
  REFUSED(MPI_ERR_COMM, MPI_Comm_remote_group(MPI_COMM_WORLD, &group));
  REFUSED(MPI_ERR_COMM, MPI_Intercomm_merge(p.local, 0, &made));
  REFUSED(MPI_ERR_ROOT, MPI_Bcast(&in, 1, MPI_INT, p.remote, p.inter));
  REFUSED(MPI_ERR_ROOT, MPI_Bcast(&in, 1, MPI_INT, -1, p.inter));
  REFUSED(MPI_ERR_ROOT, MPI_Bcast(&in, 1, MPI_INT, MPI_ROOT, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Allreduce(MPI_IN_PLACE, &in, 1, MPI_INT, MPI_SUM, p.inter));
  REFUSED(MPI_ERR_BUFFER,
          MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, &in, 1, MPI_INT, p.inter));
  REFUSED(MPI_ERR_RANK, MPI_Send(&out, 1, MPI_INT, p.remote, 0, p.inter));
  REFUSED(MPI_ERR_RANK, MPI_Intercomm_create(p.local, p.size, MPI_COMM_WORLD,
                                             !p.side, 0, &made));
  REFUSED(MPI_ERR_COMM,
          MPI_Intercomm_create(p.inter, 0, MPI_COMM_WORLD, !p.side, 0, &made));
  REFUSED(MPI_ERR_RANK,
          MPI_Intercomm_create(p.local, 0, MPI_COMM_WORLD, 4, 0, &made));
  REFUSED(MPI_ERR_TAG,
          MPI_Intercomm_create(p.local, 0, MPI_COMM_WORLD, !p.side, -1, &made));
  REFUSED(MPI_ERR_COMM,
          MPI_Intercomm_create(p.local, 0, MPI_COMM_NULL, !p.side, 0, &made));
  REFUSED(MPI_ERR_COMM,
          MPI_Intercomm_create(MPI_COMM_WORLD, 0, MPI_COMM_WORLD, 1, 0, &made));
  REFUSED(MPI_ERR_ARG, MPI_Intercomm_merge(p.inter, me == 2, &made));
  REFUSED(MPI_ERR_GROUP,
          MPI_Comm_create(p.inter, me == 3 ? MPI_GROUP_EMPTY : group, &made));
  ACCEPTED(MPI_Barrier(p.inter));
  MPI_Group_free(&group);
  pair_free(&p);
  int failed = report();
  MPI_Finalize();
  return failed;
}
