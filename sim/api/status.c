/* Reading and writing statuses. [MPI-4.1 3.2.5, 3.8.4, 5.1.11, 13.3] */
#include "datatype.h"

#include "../../model/datatype/signature.h"
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

/* --- counts; those that their type cannot hold are MPI_UNDEFINED --- */

int api_Get_count_c(const MPI_Status *status, MPI_Datatype handle,
                    MPI_Count *count)
{
  const struct datatype *type;
  int error = check_status(status);
  if (!error) error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  MPI_Count bytes = status_bytes(status);
  if (bytes == 0)
    *count = 0;
  else if (type->size == 0 || bytes % type->size)
    *count = MPI_UNDEFINED;
  else
    *count = bytes / type->size;
  return 0;
}

int api_Get_count(const MPI_Status *status, MPI_Datatype handle, int *count)
{
  MPI_Count wide = 0;
  int error = api_Get_count_c(status, handle, &wide);
  if (!error) *count = int_or_undefined(wide);
  return error;
}

int api_Get_elements_c(const MPI_Status *status, MPI_Datatype handle,
                       MPI_Count *count)
{
  const struct datatype *type;
  int error = check_status(status);
  if (!error) error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  MPI_Count n = signature_elements(type->sequence, status_bytes(status));
  *count = n < 0 ? MPI_UNDEFINED : n;
  return 0;
}

int api_Get_elements_x(const MPI_Status *status, MPI_Datatype handle,
                       MPI_Count *count)
{
  return api_Get_elements_c(status, handle, count);
}

int api_Get_elements(const MPI_Status *status, MPI_Datatype handle, int *count)
{
  MPI_Count wide = 0;
  int error = api_Get_elements_c(status, handle, &wide);
  if (!error) *count = int_or_undefined(wide);
  return error;
}

int api_Status_set_elements(MPI_Status *status, MPI_Datatype handle,
                            MPI_Count count)
{
  const struct datatype *type;
  int error = check_status(status);
  if (!error) error = check_count(count, "count");
  if (!error) error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  MPI_Count bytes = signature_bytes(type->sequence, count);
  if (bytes < 0)
    return fault(MPI_ERR_COUNT,
                 ": %lld elements exceed 2^63 bytes "
                 "[MPI-4.1 13.3]",
                 (long long)count);
  status_set_bytes(status, bytes);
  return 0;
}

int api_Status_set_elements_x(MPI_Status *status, MPI_Datatype handle,
                              MPI_Count count)
{
  return api_Status_set_elements(status, handle, count);
}
