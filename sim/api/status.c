/* Reading and writing statuses. [MPI-4.1 3.2.5, 3.8.4] */
#include "call.h"

#include "../../model/datatype/status.h"

#include <api.h>

/* Most calls take a status that a call has filled. */
static int check_status(const MPI_Status *status)
{
  if (status != MPI_STATUS_IGNORE) return 0;
  return fault(MPI_ERR_ARG,
               ": the status is MPI_STATUS_IGNORE [MPI-4.1 3.2.5]");
}

int api_Status_get_source(const MPI_Status *status, int *source)
{
  int error = check_status(status);
  if (!error) *source = status->MPI_SOURCE;
  return error;
}

int api_Status_get_tag(const MPI_Status *status, int *tag)
{
  int error = check_status(status);
  if (!error) *tag = status->MPI_TAG;
  return error;
}

int api_Status_get_error(const MPI_Status *status, int *err)
{
  int error = check_status(status);
  if (!error) *err = status->MPI_ERROR;
  return error;
}

int api_Status_set_source(MPI_Status *status, int source)
{
  int error = check_status(status);
  if (!error) status->MPI_SOURCE = source;
  return error;
}

int api_Status_set_tag(MPI_Status *status, int tag)
{
  int error = check_status(status);
  if (!error) status->MPI_TAG = tag;
  return error;
}

int api_Status_set_error(MPI_Status *status, int err)
{
  int error = check_status(status);
  if (!error) status->MPI_ERROR = err;
  return error;
}

int api_Status_set_cancelled(MPI_Status *status, int flag)
{
  int error = check_status(status);
  if (!error) status_set_cancelled(status, flag != 0);
  return error;
}

int api_Test_cancelled(const MPI_Status *status, int *flag)
{
  int error = check_status(status);
  if (!error) *flag = status_cancelled(status);
  return error;
}
