/* The tool interface: variables of both kinds, categories, sources; and what
 * is said of events where there are none.
 *
 * run: np=1 */
#include "covers.h"

enum { ROOM = 4096 };

static char name[ROOM], text[ROOM];
static int name_len, text_len;

static void room(void)
{
  name_len = text_len = ROOM;
}

/* The first variable that is an enumeration tells of enumerations. */
static void enumeration(MPI_T_enum items)
{
  int count = 0, value;
  COVERS(MPI_T_enum_get_info, MPI_T_enum_get_item);
  room();
  OK(MPI_T_enum_get_info(items, &count, name, &name_len));
  CHECK(count > 0 && name_len > 1);
  room();
  OK(MPI_T_enum_get_item(items, 0, &value, name, &name_len));
  CHECK(name_len == (int)strlen(name) + 1);
}

static void control(void)
{
  static double value[ROOM];
  int n_cvars = 0, index = -1, count = 0, verbosity, bind, scope;
  MPI_T_cvar_handle handle;
  MPI_Datatype type;
  MPI_T_enum items, found = MPI_T_ENUM_NULL;
  COVERS(MPI_T_cvar_get_num, MPI_T_cvar_get_info, MPI_T_cvar_get_index);
  OK(MPI_T_cvar_get_num(&n_cvars));
  CHECK(n_cvars > 0);
  for (int i = 0; i < n_cvars; i++) {
    room();
    OK(MPI_T_cvar_get_info(i, name, &name_len, &verbosity, &type, &items, text,
                           &text_len, &bind, &scope));
    OK(MPI_T_cvar_get_index(name, &index));
    CHECK(index == i);
    if (items != MPI_T_ENUM_NULL) found = items;
  }
  COVERS(MPI_T_cvar_handle_alloc, MPI_T_cvar_read, MPI_T_cvar_handle_free);
  OK(MPI_T_cvar_handle_alloc(0, NULL, &handle, &count));
  CHECK(count > 0 && count < ROOM);
  OK(MPI_T_cvar_read(handle, value));
  COVERS(MPI_T_cvar_write);
  GIVES(MPI_T_ERR_CVAR_SET_NEVER, MPI_T_cvar_write(handle, value));
  COVERS(MPI_T_cvar_handle_free, MPI_T_cvar_handle_alloc);
  OK(MPI_T_cvar_handle_free(&handle));
  CHECK(handle == MPI_T_CVAR_HANDLE_NULL);
  OK(MPI_T_cvar_handle_alloc(0, NULL, &handle, &count));
  MPI_T_cvar_handle_free(&handle);
  if (found != MPI_T_ENUM_NULL) enumeration(found);
}

static void performance(void)
{
  unsigned long long value = 0;
  int n_pvars = 0, index = -1, count, verbosity, class, bind, readonly, on,
      atomic, counter = -1;
  MPI_T_pvar_session session;
  MPI_T_pvar_handle handle;
  MPI_Datatype type;
  MPI_T_enum items;
  COVERS(MPI_T_pvar_get_num, MPI_T_pvar_get_info, MPI_T_pvar_get_index);
  OK(MPI_T_pvar_get_num(&n_pvars));
  CHECK(n_pvars > 0);
  for (int i = 0; i < n_pvars; i++) {
    room();
    OK(MPI_T_pvar_get_info(i, name, &name_len, &verbosity, &class, &type,
                           &items, text, &text_len, &bind, &readonly, &on,
                           &atomic));
    OK(MPI_T_pvar_get_index(name, class, &index));
    CHECK(index == i);
    if (class == MPI_T_PVAR_CLASS_COUNTER && !readonly && !on && atomic)
      counter = i;
  }
  CHECK(counter >= 0);
  COVERS(MPI_T_pvar_session_create, MPI_T_pvar_handle_alloc, MPI_T_pvar_start,
         MPI_T_pvar_stop, MPI_T_pvar_read, MPI_T_pvar_readreset,
         MPI_T_pvar_reset, MPI_T_pvar_write);
  OK(MPI_T_pvar_session_create(&session));
  OK(MPI_T_pvar_handle_alloc(session, counter, NULL, &handle, &count));
  CHECK(count == 1);
  OK(MPI_T_pvar_start(session, handle));
  OK(MPI_T_pvar_stop(session, handle));
  OK(MPI_T_pvar_write(session, handle, &(unsigned long long){40}));
  OK(MPI_T_pvar_read(session, handle, &value));
  CHECK(value == 40);
  OK(MPI_T_pvar_readreset(session, handle, &value));
  CHECK(value == 40);
  OK(MPI_T_pvar_read(session, handle, &value));
  CHECK(value == 0);
  OK(MPI_T_pvar_reset(session, handle));
  COVERS(MPI_T_pvar_handle_free, MPI_T_pvar_session_free);
  OK(MPI_T_pvar_handle_free(session, &handle));
  CHECK(handle == MPI_T_PVAR_HANDLE_NULL);
  OK(MPI_T_pvar_session_free(&session));
  CHECK(session == MPI_T_PVAR_SESSION_NULL);
}

static void categories(void)
{
  int count = 0, index = -1, cvars, pvars, below, events, list[ROOM], stamp;
  COVERS(MPI_T_category_get_num, MPI_T_category_get_info,
         MPI_T_category_get_index, MPI_T_category_get_cvars,
         MPI_T_category_get_pvars, MPI_T_category_get_categories,
         MPI_T_category_get_num_events, MPI_T_category_get_events,
         MPI_T_category_changed);
  OK(MPI_T_category_get_num(&count));
  CHECK(count > 0);
  for (int i = 0; i < count; i++) {
    room();
    OK(MPI_T_category_get_info(i, name, &name_len, text, &text_len, &cvars,
                               &pvars, &below));
    OK(MPI_T_category_get_index(name, &index));
    CHECK(index == i);
    OK(MPI_T_category_get_cvars(i, ROOM, list));
    OK(MPI_T_category_get_pvars(i, ROOM, list));
    OK(MPI_T_category_get_categories(i, ROOM, list));
    OK(MPI_T_category_get_num_events(i, &events));
    OK(MPI_T_category_get_events(i, ROOM, list));
  }
  OK(MPI_T_category_changed(&stamp));
}

static void sources(void)
{
  MPI_T_source_order order;
  MPI_Count ticks = 0, most = 0, before = -1, after = -1;
  MPI_Info info;
  int count = 0;
  COVERS(MPI_T_source_get_num, MPI_T_source_get_info,
         MPI_T_source_get_timestamp);
  OK(MPI_T_source_get_num(&count));
  CHECK(count > 0);
  room();
  OK(MPI_T_source_get_info(0, name, &name_len, text, &text_len, &order, &ticks,
                           &most, &info));
  CHECK(ticks > 0 && most > 0);
  MPI_Info_free(&info);
  OK(MPI_T_source_get_timestamp(0, &before));
  OK(MPI_T_source_get_timestamp(0, &after));
  CHECK(after >= before);
}

/* --- events: there are none --- */

#define NO_EVENT(class, function, ...)                                         \
  do {                                                                         \
    COVERS(MPI_T_event_##function);                                            \
    GIVES(MPI_T_ERR_INVALID_##class, MPI_T_event_##function(__VA_ARGS__));     \
  } while (0)

static void events(void)
{
  MPI_T_event_registration r = NULL;
  MPI_T_event_instance i = NULL;
  MPI_T_cb_safety safety = MPI_T_CB_REQUIRE_NONE;
  MPI_Info info = MPI_INFO_NULL;
  MPI_Count stamp;
  int count = -1, x;
  COVERS(MPI_T_event_get_num);
  OK(MPI_T_event_get_num(&count));
  CHECK(count == 0);
  NO_EVENT(NAME, get_index, "none", &x);
  NO_EVENT(INDEX, get_info, 0, name, &name_len, &x, NULL, NULL, &x, NULL, NULL,
           text, &text_len, &x);
  NO_EVENT(INDEX, handle_alloc, 0, NULL, info, &r);
  NO_EVENT(HANDLE, handle_set_info, r, info);
  NO_EVENT(HANDLE, handle_get_info, r, &info);
  NO_EVENT(HANDLE, handle_free, r, NULL, NULL);
  NO_EVENT(HANDLE, register_callback, r, safety, info, NULL, NULL);
  NO_EVENT(HANDLE, callback_set_info, r, safety, info);
  NO_EVENT(HANDLE, callback_get_info, r, safety, &info);
  NO_EVENT(HANDLE, set_dropped_handler, r, NULL);
  NO_EVENT(HANDLE, read, i, 0, &x);
  NO_EVENT(HANDLE, copy, i, &x);
  NO_EVENT(HANDLE, get_timestamp, i, &stamp);
  NO_EVENT(HANDLE, get_source, i, &x);
}

int main(int argc, char **argv)
{
  int provided = -1;
  covers_begin(&argc, &argv);
  COVERS(MPI_T_init_thread);
  OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
  CHECK(provided >= MPI_THREAD_SINGLE);
  control();
  performance();
  categories();
  sources();
  events();
  COVERS(MPI_T_finalize);
  OK(MPI_T_finalize());
  CHECK(MPI_T_cvar_get_num(&provided) == MPI_T_ERR_NOT_INITIALIZED);
  return covers_end();
}
