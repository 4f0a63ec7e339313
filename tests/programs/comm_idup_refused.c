/* MPI_Comm_idup whose copy function of an attribute fails: there is neither a
 * communicator nor a request, and the others are not held up. What had been
 * copied before is deleted again. [MPI-4.1 7.4.2, 7.7.2]
 *
 * run: np=3 options="--check"
 * stdout: ok
 * mpich: no (MPI leaves open what a call that fails has set)
 */
#include "check.h"

static int deleted;

static int copied(MPI_Comm comm, int keyval, void *extra, void *value,
                  void *copy, int *flag)
{
  (void)comm, (void)keyval, (void)extra;
  *(void **)copy = value;
  *flag = 1;
  return MPI_SUCCESS;
}

static int refused(MPI_Comm comm, int keyval, void *extra, void *value,
                   void *copy, int *flag)
{
  (void)comm, (void)keyval, (void)extra, (void)value, (void)copy, (void)flag;
  return MPI_ERR_OTHER;
}

static int gone(MPI_Comm comm, int keyval, void *value, void *extra)
{
  (void)comm, (void)keyval, (void)value, (void)extra;
  deleted++;
  return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
  MPI_Comm comm, copy = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  int good, bad;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_create_keyval(copied, gone, &good, NULL);
  MPI_Comm_create_keyval(refused, gone, &bad, NULL);
  MPI_Comm_set_attr(comm, good, NULL);
  MPI_Comm_set_attr(comm, bad, NULL);
  if (world_rank() > 0)
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  REFUSED(MPI_ERR_OTHER, MPI_Comm_idup(comm, &copy, &request));
  CHECK(copy == MPI_COMM_NULL && request == MPI_REQUEST_NULL);
  SAME(deleted, 1);
  for (int i = 1; world_rank() == 0 && i < world_size(); i++)
    MPI_Send(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD);
  MPI_Barrier(comm);

  /* The next one, without what fails, is another. */
  MPI_Comm_delete_attr(comm, bad);
  ACCEPTED(MPI_Comm_idup(comm, &copy, &request));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(copy);
  MPI_Comm_free(&copy);
  MPI_Comm_free_keyval(&good);
  MPI_Comm_free_keyval(&bad);
  MPI_Comm_free(&comm);
  int code = report();
  MPI_Finalize();
  return code;
}
