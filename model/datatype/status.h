/* What a status remembers beside its public fields.
 *
 * A status is the program's memory: it may hold anything before the call that
 * fills it. Invariant: MPI_internal[0] and [1] are the low and high 32 bits of
 * the bytes received, [2] is the cancelled flag, [3] and [4] are zero.
 * MPI_ERROR is left alone but in an empty status, and by calls that return
 * MPI_ERR_IN_STATUS. [MPI-4.1 3.2.5, 3.7.3] */
#ifndef ORIEL_STATUS_H
#define ORIEL_STATUS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

static inline void status_set_bytes(MPI_Status *status, MPI_Count bytes)
{
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_internal[0] = (int)(uint32_t)bytes;
  status->MPI_internal[1] = (int)(uint32_t)((uint64_t)bytes >> 32);
}

static inline MPI_Count status_bytes(const MPI_Status *status)
{
  return (MPI_Count)((uint64_t)(uint32_t)status->MPI_internal[1] << 32 |
                     (uint32_t)status->MPI_internal[0]);
}

static inline void status_set_cancelled(MPI_Status *status, bool cancelled)
{
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_internal[2] = cancelled;
}

static inline bool status_cancelled(const MPI_Status *status)
{
  return status->MPI_internal[2];
}

/* All but MPI_ERROR; a status that is MPI_STATUS_IGNORE is left alone. */
static inline void status_set(MPI_Status *status, int source, int tag,
                              MPI_Count bytes, bool cancelled)
{
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = source;
  status->MPI_TAG = tag;
  status_set_bytes(status, bytes);
  status_set_cancelled(status, cancelled);
  status->MPI_internal[3] = 0;
  status->MPI_internal[4] = 0;
}

/* The empty status: of an operation that is null or inactive. */
static inline void status_set_empty(MPI_Status *status)
{
  status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, false);
  if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = MPI_SUCCESS;
}

#endif
