/* One thread frees objects that another one happens to have used by then: its
 * calls could come later, and find nothing.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0 at thread_free_bad.c:63: MPI_Comm_free, which nothing orders after MPI_Comm_size of thread 1 at thread_free_bad.c:28, which uses the communicator; order them [MPI-4.1 2.5.1, 11.6.2] (2 times)
 * report: oriel: rank 0 at thread_free_bad.c:64: MPI_Group_free, which nothing orders after MPI_Group_size of thread 1 at thread_free_bad.c:29, which uses the group; order them [MPI-4.1 2.5.1, 11.6.2] (2 times)
 * report: oriel: rank 0 at thread_free_bad.c:65: MPI_Type_free, which nothing orders after MPI_Type_size of thread 1 at thread_free_bad.c:30, which uses the datatype; order them [MPI-4.1 2.5.1, 11.6.2] (2 times)
 * report: oriel: rank 0 at thread_free_bad.c:66: MPI_Op_free, which nothing orders after MPI_Op_commutative of thread 1 at thread_free_bad.c:31, which uses the operator; order them [MPI-4.1 2.5.1, 11.6.2] (2 times)
 * report: oriel: rank 0 at thread_free_bad.c:67: MPI_Info_free, which nothing orders after MPI_Info_get_nkeys of thread 1 at thread_free_bad.c:32, which uses the info; order them [MPI-4.1 2.5.1, 11.6.2] (2 times)
 * report: oriel: rank 0 at thread_free_bad.c:68: MPI_Request_free, which nothing orders after MPI_Request_get_status of thread 1 at thread_free_bad.c:33, which uses the request; order them [MPI-4.1 2.5.1, 11.6.2] (2 times)
 * build: --check -pthread
 */
#include <mpi.h>
#include <oriel.h>
#include <pthread.h>
#include <stddef.h>

static MPI_Comm comm;
static MPI_Group group;
static MPI_Datatype type;
static MPI_Op op;
static MPI_Info info;
static MPI_Request request;

static void *use(void *unused)
{
  int n, flag;
  MPI_Comm_size(comm, &n);
  MPI_Group_size(group, &n);
  MPI_Type_size(type, &n);
  MPI_Op_commutative(op, &flag);
  MPI_Info_get_nkeys(info, &n);
  MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
  return unused;
}

static void sum(void *in, void *inout, int *n, MPI_Datatype *t)
{
  (void)t;
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] += ((int *)in)[i];
}

static void make(void)
{
  static int word;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_group(comm, &group);
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Op_create(sum, 1, &op);
  MPI_Info_create(&info);
  MPI_Recv_init(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
}

int main(int argc, char **argv)
{
  pthread_t user;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  make();
  pthread_create(&user, NULL, use, NULL);
  oriel_compute(1e-3);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Type_free(&type);
  MPI_Op_free(&op);
  MPI_Info_free(&info);
  MPI_Request_free(&request);
  pthread_join(user, NULL);
  MPI_Finalize();
}
