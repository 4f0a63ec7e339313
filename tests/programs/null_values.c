/* NULL where a value goes whose type the call leaves open: refused, as NULL for
 * any other result.
 *
 * run: np=1
 * stdout: ok
 * mpich: no (it takes NULL, or crashes)
 */
#include "check.h"

static void attributes(void)
{
  int key, flag;
  MPI_Win win;
  int *memory = NULL;
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key,
                         NULL);
  REFUSED(MPI_ERR_ARG,
          MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, NULL, &flag));
  REFUSED(MPI_ERR_ARG, MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, NULL, &flag));
  REFUSED(MPI_ERR_ARG, MPI_Type_get_attr(MPI_INT, key, NULL, &flag));
  win = int_window(1, &memory);
  REFUSED(MPI_ERR_ARG, MPI_Win_get_attr(win, MPI_WIN_BASE, NULL, &flag));
  MPI_Win_free(&win);
  MPI_Type_free_keyval(&key);
}

static void memory(void)
{
  int unit, *base;
  MPI_Aint size;
  MPI_Win win = MPI_WIN_NULL;
  REFUSED(MPI_ERR_ARG, MPI_Alloc_mem(8, MPI_INFO_NULL, NULL));
  REFUSED(MPI_ERR_ARG,
          MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, NULL, &win));
  REFUSED(MPI_ERR_ARG,
          MPI_Win_allocate_c(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, NULL, &win));
  REFUSED(MPI_ERR_ARG, MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL,
                                               MPI_COMM_WORLD, NULL, &win));
  MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_ARG, MPI_Win_shared_query(win, 0, &size, &unit, NULL));
  MPI_Win_free(&win);
  static char space[64 + MPI_BSEND_OVERHEAD];
  MPI_Buffer_attach(space, sizeof space);
  REFUSED(MPI_ERR_ARG, MPI_Buffer_detach(NULL, &unit));
  MPI_Buffer_detach(&base, &unit);
}

static void tool(void)
{
  int n;
  MPI_T_cvar_handle cvar = MPI_T_CVAR_HANDLE_NULL;
  MPI_T_pvar_handle pvar;
  MPI_T_pvar_session session;
  CHECK(MPI_T_cvar_read(cvar, NULL) == MPI_T_ERR_NOT_INITIALIZED);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &n);
  MPI_T_cvar_handle_alloc(0, NULL, &cvar, &n);
  CHECK(MPI_T_cvar_read(cvar, NULL) == MPI_T_ERR_INVALID);
  MPI_T_pvar_session_create(&session);
  MPI_T_pvar_handle_alloc(session, 0, NULL, &pvar, &n);
  CHECK(MPI_T_pvar_read(session, pvar, NULL) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_pvar_write(session, pvar, NULL) == MPI_T_ERR_INVALID);
  MPI_T_pvar_session_free(&session);
  MPI_T_finalize();
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  attributes();
  memory();
  tool();
  int failed = report();
  MPI_Finalize();
  return failed;
}
