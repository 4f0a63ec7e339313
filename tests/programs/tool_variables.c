/* The tool interface: control variables are the costs, performance variables
 * count; both before MPI_Init and after MPI_Finalize.
 *
 * run: np=2 options="--cost eager=4321 --cost gap=2.5e-8 --protocol message"
 * stdout: ok
 * mpich: no
 *   The variables are Oriel's.
 */
#include "check.h"

static void level(void)
{
  int provided = -1, n;
  CHECK(MPI_T_cvar_get_num(&n) == MPI_T_ERR_NOT_INITIALIZED);
  CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
  CHECK(provided >= MPI_THREAD_SINGLE);
}

static int cvar(const char *name, MPI_Datatype type, void *value)
{
  MPI_T_cvar_handle handle;
  MPI_T_enum items;
  MPI_Datatype got;
  char text[100], description[200];
  int index, count, length = sizeof text, room = sizeof description, verbosity,
                    bind, scope;
  CHECK(MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS);
  MPI_T_cvar_get_info(index, text, &length, &verbosity, &got, &items,
                      description, &room, &bind, &scope);
  CHECK(strcmp(text, name) == 0);
  CHECK(length == (int)strlen(name) + 1 && room > 5 && got == type);
  CHECK(bind == MPI_T_BIND_NO_OBJECT && scope == MPI_T_SCOPE_CONSTANT);
  CHECK((items != MPI_T_ENUM_NULL) == (type == MPI_INT));
  MPI_T_cvar_handle_alloc(index, NULL, &handle, &count);
  CHECK(MPI_T_cvar_read(handle, value) == MPI_SUCCESS);
  CHECK(MPI_T_cvar_write(handle, value) == MPI_T_ERR_CVAR_SET_NEVER);
  MPI_T_cvar_handle old = handle;
  MPI_T_cvar_handle_free(&handle);
  CHECK(handle == MPI_T_CVAR_HANDLE_NULL);
  CHECK(MPI_T_cvar_read(old, value) == MPI_T_ERR_INVALID_HANDLE);
  if (items != MPI_T_ENUM_NULL) {
    length = sizeof text;
    MPI_T_enum_get_info(items, &count, text, &length);
    CHECK(count >= 2 && strcmp(text, name) == 0);
    length = sizeof text;
    MPI_T_enum_get_item(items, *(int *)value, &count, text, &length);
    CHECK(count == *(int *)value);
    if (strcmp(name, "protocol") == 0) CHECK(strcmp(text, "message") == 0);
    CHECK(MPI_T_enum_get_item(items, 99, &count, text, &length) ==
          MPI_T_ERR_INVALID_INDEX);
  }
  return count;
}

static void control(void)
{
  int n, word;
  double number;
  unsigned long size;
  char text[2048];
  MPI_T_cvar_get_num(&n);
  CHECK(n >= 18);
  for (int i = 0; i < n; i++) { /* every one has a name that leads back */
    char name[100];
    int length = sizeof name, index;
    MPI_T_cvar_get_info(i, name, &length, NULL, NULL, NULL, NULL, NULL, NULL,
                        NULL);
    MPI_T_cvar_get_index(name, &index);
    SAME(index, i);
  }
  cvar("eager", MPI_UNSIGNED_LONG, &size);
  SAME(size, 4321);
  cvar("gap", MPI_DOUBLE, &number);
  SAME(number, 2.5e-8);
  cvar("o_put", MPI_CHAR, text);
  CHECK(atof(text) > 0);
  cvar("protocol", MPI_INT, &word);
  cvar("progress", MPI_INT, &word);
  cvar("network", MPI_INT, &word);
  CHECK(MPI_T_cvar_get_index("none", &n) == MPI_T_ERR_INVALID_NAME);
  CHECK(MPI_T_cvar_get_info(999, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                            NULL) == MPI_T_ERR_INVALID_INDEX);
}

/* --- performance variables --- */

static MPI_T_pvar_session session;

static MPI_T_pvar_handle watch(const char *name, int class)
{
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int index = -1, count = 0;
  CHECK(MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count) ==
        MPI_SUCCESS);
  SAME(count, 1);
  return handle;
}

static unsigned long long counted(MPI_T_pvar_handle handle)
{
  unsigned long long value = 1;
  CHECK(MPI_T_pvar_read(session, handle, &value) == MPI_SUCCESS);
  return value;
}

static void performance(void)
{
  MPI_T_pvar_session other;
  MPI_T_pvar_handle time = watch("time", MPI_T_PVAR_CLASS_TIMER);
  MPI_T_pvar_handle puts = watch("puts", MPI_T_PVAR_CLASS_COUNTER);
  MPI_T_pvar_handle bytes =
      watch("operation_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
  MPI_T_pvar_handle messages = watch("messages", MPI_T_PVAR_CLASS_COUNTER);
  MPI_T_pvar_handle alive = watch("ranks_alive", MPI_T_PVAR_CLASS_LEVEL);
  double seconds = -1, before, sum;
  unsigned ranks;
  unsigned long long number = 5;
  int *memory;
  MPI_Win win = int_window(10, &memory);
  MPI_T_pvar_read(session, time, &seconds);
  SAME(seconds, 0);
  SAME(counted(puts), 0);
  MPI_Win_fence(0, win);
  if (world_rank() == 0) { /* not started: not counted */
    MPI_Put(&number, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    SAME(counted(puts), 0);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
    before = MPI_Wtime();
    MPI_Put(&number, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&number, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
    SAME(counted(puts), 2);
    CHECK(MPI_T_pvar_read(session, bytes, &sum) == MPI_SUCCESS);
    SAME(sum, 12);
    MPI_Win_fence(0, win);
    CHECK(MPI_T_pvar_stop(session, puts) == MPI_SUCCESS);
    CHECK(MPI_T_pvar_stop(session, time) == MPI_SUCCESS);
    MPI_T_pvar_read(session, time, &seconds);
    CHECK(seconds > 0 && seconds <= MPI_Wtime() - before + 1e-6);
    before = seconds;
    CHECK(counted(messages) > 0);
    CHECK(MPI_T_pvar_readreset(session, puts, &number) == MPI_SUCCESS);
    SAME(number, 2);
    SAME(counted(puts), 0);
    number = 40;
    CHECK(MPI_T_pvar_write(session, puts, &number) == MPI_SUCCESS);
    SAME(counted(puts), 40);
    CHECK(MPI_T_pvar_reset(session, puts) == MPI_SUCCESS);
    SAME(counted(puts), 0);
    MPI_T_pvar_read(session, time, &seconds);
    SAME(seconds, before); /* it stands */
  } else
    MPI_Win_fence(0, win);
  MPI_T_pvar_read(session, alive, &ranks);
  SAME(ranks, 2);
  CHECK(MPI_T_pvar_start(session, alive) == MPI_T_ERR_PVAR_NO_STARTSTOP);
  CHECK(MPI_T_pvar_write(session, alive, &ranks) == MPI_T_ERR_PVAR_NO_WRITE);
  CHECK(MPI_T_pvar_reset(session, alive) == MPI_T_ERR_PVAR_NO_WRITE);
  CHECK(MPI_T_pvar_readreset(session, alive, &ranks) ==
        MPI_T_ERR_PVAR_NO_ATOMIC);
  MPI_T_pvar_session_create(&other);
  CHECK(MPI_T_pvar_read(other, puts, &number) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_pvar_read(session, MPI_T_PVAR_ALL_HANDLES, &number) ==
        MPI_T_ERR_INVALID_HANDLE);
  MPI_T_pvar_session_free(&other);
  CHECK(other == MPI_T_PVAR_SESSION_NULL);
  CHECK(MPI_T_pvar_read(other, puts, &number) == MPI_T_ERR_INVALID_SESSION);
  MPI_T_pvar_handle_free(session, &puts);
  CHECK(puts == MPI_T_PVAR_HANDLE_NULL);
  MPI_Win_free(&win);
}

static void categories(void)
{
  int count, cvars, pvars, below, all, sum_cvars = 0, sum_pvars = 0, n;
  int indices[100];
  MPI_T_category_get_num(&count);
  CHECK(count > 1);
  for (int i = 0; i < count; i++) {
    char name[100];
    int length = sizeof name, index;
    MPI_T_category_get_info(i, name, &length, NULL, NULL, &cvars, &pvars,
                            &below);
    MPI_T_category_get_index(name, &index);
    SAME(index, i);
    sum_cvars += cvars;
    sum_pvars += pvars;
    MPI_T_category_get_cvars(i, 100, indices);
    for (int k = 0; k < cvars; k++)
      CHECK(indices[k] >= 0 && indices[k] < cvars);
    MPI_T_category_get_pvars(i, 100, indices);
    MPI_T_category_get_num_events(i, &n);
    SAME(n, 0);
  }
  MPI_T_cvar_get_num(&all);
  SAME(sum_cvars, all);
  MPI_T_pvar_get_num(&all);
  SAME(sum_pvars, all);
  CHECK(MPI_T_category_get_index("none", &n) == MPI_T_ERR_INVALID_NAME);
  CHECK(MPI_T_category_changed(&n) == MPI_SUCCESS);
  MPI_T_event_get_num(&n);
  SAME(n, 0);
  CHECK(MPI_T_event_get_index("none", &n) == MPI_T_ERR_INVALID_NAME);
}

int main(int argc, char **argv)
{
  char name[5];
  int length = sizeof name, index;
  level();
  control();
  MPI_T_pvar_session_create(&session);
  MPI_Init(&argc, &argv);
  performance();
  categories();
  MPI_T_cvar_get_index("protocol", &index);
  MPI_T_cvar_get_info(index, name, &length, NULL, NULL, NULL, NULL, NULL, NULL,
                      NULL);
  CHECK(strcmp(name, "prot") == 0); /* cut, and the whole length told */
  SAME(length, 9);
  int failed = report();
  MPI_Finalize();
  MPI_T_pvar_session_free(&session);
  control();
  MPI_T_finalize();
  if (MPI_T_cvar_get_num(&index) != MPI_T_ERR_NOT_INITIALIZED) failed = 1;
  if (MPI_T_finalize() != MPI_T_ERR_NOT_INITIALIZED) failed = 1;
  return failed;
}
