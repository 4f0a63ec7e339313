/* The error classes that MPI predefines: their names, and a sentence each.
 * [MPI-4.1 9.4]
 *
 * Invariant: the rows stand in the order of their values, so that a class is
 * found by bisection. */
#include "fault.h"

#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct class
{
  int value;
  const char *name, *text;
};

#define CLASS(class, text)                                                     \
  {                                                                            \
    class, #class, text                                                        \
  }

static const struct class classes[] = {
    CLASS(MPI_SUCCESS, "no error"),
    CLASS(MPI_ERR_BUFFER, "invalid buffer pointer"),
    CLASS(MPI_ERR_COUNT, "invalid count"),
    CLASS(MPI_ERR_TYPE, "invalid datatype"),
    CLASS(MPI_ERR_TAG, "invalid tag"),
    CLASS(MPI_ERR_COMM, "invalid communicator"),
    CLASS(MPI_ERR_RANK, "invalid rank"),
    CLASS(MPI_ERR_REQUEST, "invalid request"),
    CLASS(MPI_ERR_ROOT, "invalid root"),
    CLASS(MPI_ERR_GROUP, "invalid group"),
    CLASS(MPI_ERR_OP, "invalid operator"),
    CLASS(MPI_ERR_TOPOLOGY, "invalid topology"),
    CLASS(MPI_ERR_DIMS, "invalid dimensions"),
    CLASS(MPI_ERR_ARG, "invalid argument"),
    CLASS(MPI_ERR_UNKNOWN, "unknown error"),
    CLASS(MPI_ERR_TRUNCATE, "message is longer than the receive buffer"),
    CLASS(MPI_ERR_OTHER, "error of another kind"),
    CLASS(MPI_ERR_INTERN, "error inside the MPI implementation"),
    CLASS(MPI_ERR_PENDING, "request is still pending"),
    CLASS(MPI_ERR_IN_STATUS, "error codes are in the statuses"),
    CLASS(MPI_ERR_ACCESS, "permission denied"),
    CLASS(MPI_ERR_AMODE, "invalid access mode of a file"),
    CLASS(MPI_ERR_ASSERT, "invalid assertion"),
    CLASS(MPI_ERR_BAD_FILE, "invalid file name"),
    CLASS(MPI_ERR_BASE, "invalid base of memory"),
    CLASS(MPI_ERR_CONVERSION, "error in a data conversion function"),
    CLASS(MPI_ERR_DISP, "invalid displacement"),
    CLASS(MPI_ERR_DUP_DATAREP, "data representation is defined already"),
    CLASS(MPI_ERR_FILE_EXISTS, "file exists"),
    CLASS(MPI_ERR_FILE_IN_USE, "file is in use"),
    CLASS(MPI_ERR_FILE, "invalid file handle"),
    CLASS(MPI_ERR_INFO_KEY, "invalid info key"),
    CLASS(MPI_ERR_INFO_NOKEY, "info key is not defined"),
    CLASS(MPI_ERR_INFO_VALUE, "invalid info value"),
    CLASS(MPI_ERR_INFO, "invalid info object"),
    CLASS(MPI_ERR_IO, "input or output error"),
    CLASS(MPI_ERR_KEYVAL, "invalid keyval"),
    CLASS(MPI_ERR_LOCKTYPE, "invalid lock type"),
    CLASS(MPI_ERR_NAME, "service name is not published"),
    CLASS(MPI_ERR_NO_MEM, "out of memory"),
    CLASS(MPI_ERR_NOT_SAME, "argument differs between the processes"),
    CLASS(MPI_ERR_NO_SPACE, "not enough space"),
    CLASS(MPI_ERR_NO_SUCH_FILE, "file does not exist"),
    CLASS(MPI_ERR_PORT, "invalid port name"),
    CLASS(MPI_ERR_QUOTA, "quota exceeded"),
    CLASS(MPI_ERR_READ_ONLY, "file or file system is read-only"),
    CLASS(MPI_ERR_RMA_ATTACH, "memory cannot be attached"),
    CLASS(MPI_ERR_RMA_CONFLICT, "conflicting accesses to a window"),
    CLASS(MPI_ERR_RMA_RANGE, "target memory is not part of the window"),
    CLASS(MPI_ERR_RMA_SHARED, "memory cannot be shared"),
    CLASS(MPI_ERR_RMA_SYNC, "wrong synchronization of one-sided calls"),
    CLASS(MPI_ERR_SERVICE, "invalid service name"),
    CLASS(MPI_ERR_SIZE, "invalid size"),
    CLASS(MPI_ERR_SPAWN, "error in spawning processes"),
    CLASS(MPI_ERR_UNSUPPORTED_DATAREP, "data representation is not supported"),
    CLASS(MPI_ERR_UNSUPPORTED_OPERATION, "operation is not supported"),
    CLASS(MPI_ERR_WIN, "invalid window"),
    CLASS(MPI_ERR_RMA_FLAVOR, "window is of the wrong flavor"),
    CLASS(MPI_ERR_PROC_ABORTED, "a peer process has aborted"),
    CLASS(MPI_ERR_VALUE_TOO_LARGE, "value is too large to be represented"),
    CLASS(MPI_ERR_SESSION, "invalid session"),
    CLASS(MPI_ERR_ERRHANDLER, "invalid error handler"),
    CLASS(MPI_ERR_ABI, "wrong use of the ABI"),
    CLASS(MPI_T_ERR_CANNOT_INIT, "tool interface cannot be initialized"),
    CLASS(MPI_T_ERR_NOT_ACCESSIBLE, "functionality is not accessible"),
    CLASS(MPI_T_ERR_NOT_INITIALIZED, "tool interface is not initialized"),
    CLASS(MPI_T_ERR_NOT_SUPPORTED, "functionality is not supported"),
    CLASS(MPI_T_ERR_MEMORY, "out of memory"),
    CLASS(MPI_T_ERR_INVALID, "invalid use or argument"),
    CLASS(MPI_T_ERR_INVALID_INDEX, "invalid index"),
    CLASS(MPI_T_ERR_INVALID_ITEM, "item index out of range"),
    CLASS(MPI_T_ERR_INVALID_SESSION, "invalid session"),
    CLASS(MPI_T_ERR_INVALID_HANDLE, "invalid handle"),
    CLASS(MPI_T_ERR_INVALID_NAME, "invalid name"),
    CLASS(MPI_T_ERR_OUT_OF_HANDLES, "no more handles"),
    CLASS(MPI_T_ERR_OUT_OF_SESSIONS, "no more sessions"),
    CLASS(MPI_T_ERR_CVAR_SET_NOT_NOW, "variable cannot be set now"),
    CLASS(MPI_T_ERR_CVAR_SET_NEVER, "variable cannot be set"),
    CLASS(MPI_T_ERR_PVAR_NO_WRITE, "variable cannot be written"),
    CLASS(MPI_T_ERR_PVAR_NO_STARTSTOP, "variable cannot be started or stopped"),
    CLASS(MPI_T_ERR_PVAR_NO_ATOMIC,
          "variable cannot be read and reset atomically"),
};

static int compare_value(const void *key, const void *element)
{
  return *(const int *)key - ((const struct class *)element)->value;
}

static const struct class *class_find(int value)
{
  return bsearch(&value, classes, sizeof classes / sizeof *classes,
                 sizeof *classes, compare_value);
}

const char *error_class_name(int error_class)
{
  const struct class *found = class_find(error_class);
  return found ? found->name : NULL;
}

const char *error_class_text(int error_class)
{
  const struct class *found = class_find(error_class);
  return found ? found->text : NULL;
}
