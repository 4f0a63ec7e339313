/* Generalised requests: their cancel function is called when they are complete,
 * too, and is told; what their free function returns is returned by whoever
 * calls it last, MPI_Wait, MPI_Request_free or MPI_Grequest_complete, instead
 * of what the query function returned. [MPI-4.1 13.2]
 *
 * run: np=1
 * stdout: ok
 * mpich: no (MPICH 4.0.2 lacks MPI_Request_get_status_all)
 */
#include "check.h"

/* What the functions of one are to return. */
struct wanted {
  int query, free;
};

static int frees, told = -1;

static int query(void *state, MPI_Status *status)
{
  MPI_Status_set_cancelled(status, told >= 0);
  MPI_Status_set_elements(status, MPI_INT, 0);
  return ((struct wanted *)state)->query;
}

static int release(void *state)
{
  frees++;
  return ((struct wanted *)state)->free;
}

static int cancel(void *state, int complete)
{
  (void)state;
  told = complete;
  return MPI_SUCCESS;
}

static MPI_Request begin(struct wanted *wanted, int complete)
{
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, wanted, &request);
  if (complete) ACCEPTED(MPI_Grequest_complete(request));
  return request;
}

static void cancelled(int complete)
{
  struct wanted none = {0, 0};
  MPI_Request request = begin(&none, complete);
  MPI_Status status;
  int flag;
  told = -1;
  ACCEPTED(MPI_Cancel(&request));
  SAME(told, complete);
  if (!complete) ACCEPTED(MPI_Grequest_complete(request));
  ACCEPTED(MPI_Wait(&request, &status));
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag);
}

static void freed(int code)
{
  struct wanted both = {MPI_ERR_OTHER, code}, last = {0, code};
  MPI_Request request = begin(&last, 1);
  SAME(MPI_Wait(&request, MPI_STATUS_IGNORE), code);
  CHECK(request == MPI_REQUEST_NULL);
  request = begin(&both, 1);
  SAME(MPI_Wait(&request, MPI_STATUS_IGNORE), code);
  request = begin(&last, 1);
  SAME(MPI_Request_free(&request), code);
  CHECK(request == MPI_REQUEST_NULL);

  request = begin(&last, 0);
  MPI_Request copy = request;
  int before = frees;
  ACCEPTED(MPI_Request_free(&request));
  SAME(frees, before);
  SAME(MPI_Grequest_complete(copy), code);
  SAME(frees, before + 1);
}

static void several(int code)
{
  struct wanted none = {0, 0}, first = {code, 0}, last = {0, code};
  MPI_Request requests[2] = {begin(&none, 1), begin(&last, 1)};
  MPI_Status statuses[2];
  int flag;
  REFUSED(MPI_ERR_IN_STATUS, MPI_Waitall(2, requests, statuses));
  SAME(statuses[0].MPI_ERROR, MPI_SUCCESS);
  SAME(statuses[1].MPI_ERROR, code);

  requests[0] = begin(&none, 1);
  requests[1] = begin(&first, 1);
  REFUSED(MPI_ERR_IN_STATUS,
          MPI_Request_get_status_all(2, requests, &flag, statuses));
  SAME(statuses[0].MPI_ERROR, MPI_SUCCESS);
  SAME(statuses[1].MPI_ERROR, code);
  REFUSED(MPI_ERR_IN_STATUS, MPI_Waitall(2, requests, statuses));
}

int main(int argc, char **argv)
{
  int class, code;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Add_error_class(&class);
  MPI_Add_error_code(class, &code);
  cancelled(0);
  cancelled(1);
  freed(code);
  several(code);
  int verdict = report();
  MPI_Finalize();
  return verdict;
}
