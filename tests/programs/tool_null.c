/* Results of the tool interface have an address, but where it tells of several
 * things at once; lists of some length have one, too. [MPI-4.1 15.3]
 *
 * run: np=1
 * stdout: ok
 * mpich: no
 *   Nobody has to look.
 */
#include "check.h"

#define INVALID(call) SAME(call, MPI_T_ERR_INVALID)

static void variables(void)
{
  MPI_T_cvar_handle cvar;
  MPI_T_pvar_handle pvar;
  MPI_T_pvar_session session;
  int n;
  INVALID(MPI_T_cvar_get_num(NULL));
  INVALID(MPI_T_cvar_get_index("eager", NULL));
  INVALID(MPI_T_cvar_handle_alloc(0, NULL, NULL, &n));
  INVALID(MPI_T_cvar_handle_alloc(0, NULL, &cvar, NULL));
  INVALID(MPI_T_cvar_handle_free(NULL));
  INVALID(MPI_T_pvar_get_num(NULL));
  INVALID(MPI_T_pvar_get_index("simulated_time", 0, NULL));
  INVALID(MPI_T_pvar_session_create(NULL));
  INVALID(MPI_T_pvar_session_free(NULL));
  MPI_T_pvar_session_create(&session);
  INVALID(MPI_T_pvar_handle_alloc(session, 0, NULL, NULL, &n));
  INVALID(MPI_T_pvar_handle_alloc(session, 0, NULL, &pvar, NULL));
  INVALID(MPI_T_pvar_handle_free(session, NULL));
  MPI_T_pvar_handle_alloc(session, 0, NULL, &pvar, &n);
  INVALID(MPI_T_pvar_read(session, pvar, NULL));
  MPI_T_pvar_session_free(&session);
}

static void categories(void)
{
  int n, all;
  INVALID(MPI_T_category_get_num(NULL));
  INVALID(MPI_T_category_changed(NULL));
  INVALID(MPI_T_category_get_index("oriel", NULL));
  INVALID(MPI_T_category_get_num_events(0, NULL));
  INVALID(MPI_T_category_get_cvars(0, 1, NULL));
  INVALID(MPI_T_category_get_pvars(0, 1, NULL));
  INVALID(MPI_T_category_get_categories(0, 1, NULL));
  INVALID(MPI_T_category_get_events(0, 1, NULL));
  SAME(MPI_T_category_get_cvars(0, 0, NULL), MPI_SUCCESS);
  MPI_T_category_get_num(&all);
  for (n = 0; n < all; n++)
    SAME(MPI_T_category_get_info(n, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
         MPI_SUCCESS);
}

int main(int argc, char **argv)
{
  int provided;
  MPI_Init(&argc, &argv);
  INVALID(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  variables();
  categories();
  INVALID(MPI_T_event_get_num(NULL));
  INVALID(MPI_T_source_get_num(NULL));
  INVALID(MPI_T_source_get_timestamp(0, NULL));
  MPI_T_finalize();
  int failed = report();
  MPI_Finalize();
  return failed;
}
