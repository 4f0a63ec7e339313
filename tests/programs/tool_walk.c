/* A tool that walks over whatever variables an MPI has.
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

static int room(MPI_Datatype type, int count)
{
  int size;
  MPI_Type_size(type, &size);
  return size * count;
}

static void walk_cvars(void)
{
  int n;
  MPI_T_cvar_get_num(&n);
  for (int i = 0; i < n; i++) {
    MPI_T_cvar_handle handle;
    MPI_Datatype type;
    MPI_T_enum items;
    char name[256], text[4096];
    int name_len = sizeof name, text_len = sizeof text, level, bind, scope,
        count;
    if (MPI_T_cvar_get_info(i, name, &name_len, &level, &type, &items, text,
                            &text_len, &bind, &scope) != MPI_SUCCESS)
      continue;
    CHECK(name_len > 1);
    if (bind != MPI_T_BIND_NO_OBJECT) continue;
    CHECK(MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) == MPI_SUCCESS);
    char *value = calloc(1, room(type, count) + 16);
    CHECK(MPI_T_cvar_read(handle, value) == MPI_SUCCESS);
    free(value);
    CHECK(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS);
  }
  CHECK(MPI_T_cvar_get_info(n, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                            NULL) == MPI_T_ERR_INVALID_INDEX);
}

static void walk_pvars(void)
{
  MPI_T_pvar_session session;
  int n;
  MPI_T_pvar_session_create(&session);
  MPI_T_pvar_get_num(&n);
  for (int i = 0; i < n; i++) {
    MPI_T_pvar_handle handle;
    MPI_Datatype type;
    MPI_T_enum items;
    char name[256], text[4096];
    int name_len = sizeof name, text_len = sizeof text, level, class, bind,
        readonly, continuous, atomic, count, index;
    if (MPI_T_pvar_get_info(i, name, &name_len, &level, &class, &type, &items,
                            text, &text_len, &bind, &readonly, &continuous,
                            &atomic) != MPI_SUCCESS)
      continue;
    CHECK(MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS);
    if (bind != MPI_T_BIND_NO_OBJECT) continue;
    CHECK(MPI_T_pvar_handle_alloc(session, i, NULL, &handle, &count) ==
          MPI_SUCCESS);
    char *value = calloc(1, room(type, count) + 16);
    if (!continuous)
      CHECK(MPI_T_pvar_start(session, handle) == MPI_SUCCESS);
    else
      CHECK(MPI_T_pvar_start(session, handle) == MPI_T_ERR_PVAR_NO_STARTSTOP);
    CHECK(MPI_T_pvar_read(session, handle, value) == MPI_SUCCESS);
    free(value);
    if (!continuous) CHECK(MPI_T_pvar_stop(session, handle) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_free(session, &handle) == MPI_SUCCESS);
  }
  MPI_T_pvar_session_free(&session);
}

static void walk_categories(void)
{
  int n;
  MPI_T_category_get_num(&n);
  for (int i = 0; i < n; i++) {
    char name[256], text[4096];
    int name_len = sizeof name, text_len = sizeof text, cvars, pvars, below,
        index;
    MPI_T_category_get_info(i, name, &name_len, text, &text_len, &cvars, &pvars,
                            &below);
    CHECK(MPI_T_category_get_index(name, &index) == MPI_SUCCESS);
    SAME(index, i);
    int *list = malloc((cvars + pvars + below + 1) * sizeof *list);
    CHECK(MPI_T_category_get_cvars(i, cvars, list) == MPI_SUCCESS);
    CHECK(MPI_T_category_get_pvars(i, pvars, list) == MPI_SUCCESS);
    CHECK(MPI_T_category_get_categories(i, below, list) == MPI_SUCCESS);
    free(list);
  }
}

int main(int argc, char **argv)
{
  int provided;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_Init(&argc, &argv);
  walk_cvars();
  walk_pvars();
  walk_categories();
  int failed = report();
  MPI_T_finalize();
  MPI_Finalize();
  return failed;
}
