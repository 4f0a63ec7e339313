/* Events of the tool interface: there are none; and their one source, the
 * simulated clock. [MPI-4.1 15.3.8] */
#include "objects.h"
#include "tool.h"

#include "../../model/info/info.h"

#include <api.h>

enum { TICKS_PER_SECOND = 1000000000 };

/* --- sources --- */

int api_T_source_get_num(int *count)
{
  int error = tool_check();
  if (!error) *count = 1;
  return error;
}

int api_T_source_get_info(int index, char *name, int *name_len, char *desc,
                          int *desc_len, MPI_T_source_order *ordering,
                          MPI_Count *ticks_per_second, MPI_Count *max_ticks,
                          MPI_Info *info)
{
  int error = tool_check_index(index, 1, "source");
  if (error) return error;
  tool_give_text("clock", name, name_len);
  tool_give_text("simulated time", desc, desc_len);
  TOOL_GIVE(ordering, MPI_T_SOURCE_ORDERED);
  TOOL_GIVE(ticks_per_second, TICKS_PER_SECOND);
  TOOL_GIVE(max_ticks, INT64_MAX);
  return info ? info_give(info_new(), info) : 0;
}

int api_T_source_get_timestamp(int index, MPI_Count *timestamp)
{
  int error = tool_check_index(index, 1, "source");
  if (error) return error;
  *timestamp = (MPI_Count)(self->time * TICKS_PER_SECOND);
  return 0;
}

/* --- events --- */

static int no_event(int index)
{
  return tool_check_index(index, 0, "event");
}

static int no_handle(void)
{
  int error = tool_check();
  if (error) return error;
  return fault(MPI_T_ERR_INVALID_HANDLE,
               ": the handle is not one of an event, there are none");
}

int api_T_event_get_num(int *count)
{
  int error = tool_check();
  if (!error) *count = 0;
  return error;
}

int api_T_event_get_info(int index, char *name, int *name_len, int *verbosity,
                         MPI_Datatype array_of_datatypes[],
                         MPI_Aint array_of_displacements[], int *num_elements,
                         MPI_T_enum *enumtype, MPI_Info *info, char *desc,
                         int *desc_len, int *bind)
{
  (void)name, (void)name_len, (void)verbosity, (void)array_of_datatypes;
  (void)array_of_displacements, (void)num_elements, (void)enumtype;
  (void)info, (void)desc, (void)desc_len, (void)bind;
  return no_event(index);
}

int api_T_event_get_index(const char *name, int *index)
{
  int error = tool_check();
  (void)index;
  if (error) return error;
  return fault(MPI_T_ERR_INVALID_NAME, ": there is no event \"%s\"",
               name ? name : "(null)");
}

int api_T_event_handle_alloc(int index, void *object, MPI_Info info,
                             MPI_T_event_registration *registration)
{
  (void)object, (void)info, (void)registration;
  return no_event(index);
}

int api_T_event_handle_set_info(MPI_T_event_registration registration,
                                MPI_Info info)
{
  (void)registration, (void)info;
  return no_handle();
}

int api_T_event_handle_get_info(MPI_T_event_registration registration,
                                MPI_Info *info_used)
{
  (void)registration, (void)info_used;
  return no_handle();
}

int api_T_event_register_callback(MPI_T_event_registration registration,
                                  MPI_T_cb_safety safety, MPI_Info info,
                                  void *user_data,
                                  MPI_T_event_cb_function function)
{
  (void)registration, (void)safety, (void)info, (void)user_data;
  (void)function;
  return no_handle();
}

int api_T_event_callback_set_info(MPI_T_event_registration registration,
                                  MPI_T_cb_safety safety, MPI_Info info)
{
  (void)registration, (void)safety, (void)info;
  return no_handle();
}

int api_T_event_callback_get_info(MPI_T_event_registration registration,
                                  MPI_T_cb_safety safety, MPI_Info *info_used)
{
  (void)registration, (void)safety, (void)info_used;
  return no_handle();
}

int api_T_event_handle_free(MPI_T_event_registration registration,
                            void *user_data,
                            MPI_T_event_free_cb_function function)
{
  (void)registration, (void)user_data, (void)function;
  return no_handle();
}

int api_T_event_set_dropped_handler(MPI_T_event_registration registration,
                                    MPI_T_event_dropped_cb_function function)
{
  (void)registration, (void)function;
  return no_handle();
}

int api_T_event_read(MPI_T_event_instance instance, int element, void *buffer)
{
  (void)instance, (void)element, (void)buffer;
  return no_handle();
}

int api_T_event_copy(MPI_T_event_instance instance, void *buffer)
{
  (void)instance, (void)buffer;
  return no_handle();
}

int api_T_event_get_timestamp(MPI_T_event_instance instance,
                              MPI_Count *timestamp)
{
  (void)instance, (void)timestamp;
  return no_handle();
}

int api_T_event_get_source(MPI_T_event_instance instance, int *source)
{
  (void)instance, (void)source;
  return no_handle();
}
