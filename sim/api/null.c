/* Results without an address: what the entries of model/abi/generate.awk
 * return when a parameter that must be written to is NULL. Invariant: the error
 * handler that hears of it is that of the object that the call is about. */
#include "call.h"
#include "file.h"
#include "session.h"
#include "tool.h"

int call_null(const char *argument)
{
  return fault(MPI_ERR_ARG, ": %s is a null pointer, and the result goes there",
               argument);
}

int call_null_comm(MPI_Comm comm, const char *argument)
{
  struct comm_view *v;
  int error = comm_of(comm, &v);
  return error ? error : call_null(argument);
}

int call_null_win(MPI_Win win, const char *argument)
{
  struct window_view *v;
  int error = window_of(win, &v);
  return error ? error : call_null(argument);
}

/* Before a file is open, the handler is that of MPI_FILE_NULL. */
int call_null_file(MPI_File fh, const char *argument)
{
  struct file *f;
  int error = file_of(fh, &f);
  return error && fh != MPI_FILE_NULL ? error : call_null(argument);
}

int call_null_session(MPI_Session session, const char *argument)
{
  struct session *s;
  int error = session_of(session, &s);
  return error ? error : call_null(argument);
}

int call_null_tool(const char *argument)
{
  int error = tool_check();
  return error ? error : tool_null(argument);
}
