/* Handles and statuses as Fortran and plain integers know them.
 *
 * A handle's value fits an int (model/handle), so conversion is a cast, and
 * what does not name an object is found out where it is used. The three kinds
 * of status have one layout. [MPI-4.1 19.3.4, 19.3.5; MPI-5.0 20] */
#include "call.h"

#include <api.h>
#include <string.h>

#define CONVERSIONS(kind, type)                                                \
  int api_##kind##_toint(type handle)                                          \
  {                                                                            \
    return (int)(intptr_t)handle;                                              \
  }                                                                            \
  type api_##kind##_fromint(int value)                                         \
  {                                                                            \
    return (type)(intptr_t)value;                                              \
  }                                                                            \
  MPI_Fint api_##kind##_c2f(type handle)                                       \
  {                                                                            \
    return (MPI_Fint)(intptr_t)handle;                                         \
  }                                                                            \
  type api_##kind##_f2c(MPI_Fint value)                                        \
  {                                                                            \
    return (type)(intptr_t)value;                                              \
  }

CONVERSIONS(Comm, MPI_Comm)
CONVERSIONS(Errhandler, MPI_Errhandler)
CONVERSIONS(File, MPI_File)
CONVERSIONS(Group, MPI_Group)
CONVERSIONS(Info, MPI_Info)
CONVERSIONS(Message, MPI_Message)
CONVERSIONS(Op, MPI_Op)
CONVERSIONS(Request, MPI_Request)
CONVERSIONS(Session, MPI_Session)
CONVERSIONS(Type, MPI_Datatype)
CONVERSIONS(Win, MPI_Win)

/* --- statuses --- */

#define EXPORTED __attribute__((visibility("default")))

/* What a Fortran program's MPI_STATUS_IGNORE is passed as: places that no
 * status of its own has. */
static MPI_Fint ignored[MPI_F_STATUS_SIZE], all_ignored[MPI_F_STATUS_SIZE];
static MPI_F08_status ignored_f08, all_ignored_f08;

EXPORTED MPI_Fint *MPI_F_STATUS_IGNORE = ignored;
EXPORTED MPI_Fint *MPI_F_STATUSES_IGNORE = all_ignored;
EXPORTED MPI_F08_status *MPI_F08_STATUS_IGNORE = &ignored_f08;
EXPORTED MPI_F08_status *MPI_F08_STATUSES_IGNORE = &all_ignored_f08;

_Static_assert(sizeof(MPI_Status) == MPI_F_STATUS_SIZE * sizeof(MPI_Fint) &&
                   sizeof(MPI_Status) == sizeof(MPI_F08_status),
               "statuses are copied as they are");

static int is_ignored(const void *status)
{
  return status == NULL || status == (void *)ignored ||
         status == (void *)all_ignored || status == (void *)&ignored_f08 ||
         status == (void *)&all_ignored_f08;
}

static int status_copy(void *to, const void *from)
{
  if (is_ignored(to) || is_ignored(from))
    return fault(MPI_ERR_ARG, ": a status that is to be ignored cannot be "
                              "converted [MPI-4.1 19.3.5]");
  memcpy(to, from, sizeof(MPI_Status));
  return 0;
}

int api_Status_c2f(const MPI_Status *from, MPI_Fint *to)
{
  return status_copy(to, from);
}

int api_Status_f2c(const MPI_Fint *from, MPI_Status *to)
{
  return status_copy(to, from);
}

int api_Status_c2f08(const MPI_Status *from, MPI_F08_status *to)
{
  return status_copy(to, from);
}

int api_Status_f082c(const MPI_F08_status *from, MPI_Status *to)
{
  return status_copy(to, from);
}

int api_Status_f2f08(const MPI_Fint *from, MPI_F08_status *to)
{
  return status_copy(to, from);
}

int api_Status_f082f(const MPI_F08_status *from, MPI_Fint *to)
{
  return status_copy(to, from);
}
