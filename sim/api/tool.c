/* The tool interface's life, strings, enumerations and categories.
 * [MPI-4.1 15.3.3-15.3.5, 15.3.9] */
#include "tool.h"

#include "../cost/cost.h"

#include <api.h>
#include <stdio.h>
#include <string.h>

int tool_check(void)
{
  if (self->tools > 0) return 0;
  return fault(MPI_T_ERR_NOT_INITIALIZED,
               ": before MPI_T_init_thread [MPI-4.1 15.3.4]");
}

int tool_check_index(int index, int count, const char *what)
{
  int error = tool_check();
  if (error || (index >= 0 && index < count)) return error;
  return fault(MPI_T_ERR_INVALID_INDEX, ": there is no %s %d, only %d of them",
               what, index, count);
}

int tool_null(const char *argument)
{
  return fault(MPI_T_ERR_INVALID, ": %s is a null pointer, must be an address",
               argument);
}

void tool_give_text(const char *text, char *out, int *length)
{
  if (!length) return;
  if (out && *length > 0) snprintf(out, *length, "%s", text);
  *length = (int)strlen(text) + 1;
}

int api_T_init_thread(int required, int *provided)
{
  int error = check_required_level(required, MPI_T_ERR_INVALID, "15.3.4");
  if (!error && !provided) return tool_null("provided");
  if (error) return error;
  *provided = required;
  self->tools++;
  tool_pvar_open();
  return 0;
}

int api_T_finalize(void)
{
  int error = tool_check();
  if (!error) self->tools--;
  return error;
}

/* --- enumerations: the parameters that take words --- */

static const char *const enums[] = {"protocol", "progress", "network"};
enum { ENUMS = sizeof enums / sizeof *enums };

MPI_T_enum tool_enum_of(const char *parameter)
{
  for (int i = 0; i < ENUMS; i++)
    if (strcmp(enums[i], parameter) == 0) return (MPI_T_enum)(intptr_t)(i + 1);
  return MPI_T_ENUM_NULL;
}

int tool_enum_number(const char *parameter, const char *word)
{
  const char *const *words = cost_words(parameter);
  int number = 0;
  while (words[number] && strcmp(words[number], word) != 0)
    number++;
  return number;
}

static int enum_find(MPI_T_enum handle, const char **parameter, int *items)
{
  intptr_t number = (intptr_t)handle;
  int error = tool_check();
  if (error) return error;
  if (number < 1 || number > ENUMS)
    return fault(MPI_T_ERR_INVALID_HANDLE,
                 ": the handle is not an enumeration [MPI-4.1 15.3.5]");
  *parameter = enums[number - 1];
  *items = 0;
  while (cost_words(*parameter)[*items])
    ++*items;
  return 0;
}

int api_T_enum_get_info(MPI_T_enum handle, int *num, char *name, int *name_len)
{
  const char *parameter;
  int items;
  int error = enum_find(handle, &parameter, &items);
  if (error) return error;
  TOOL_GIVE(num, items);
  tool_give_text(parameter, name, name_len);
  return 0;
}

int api_T_enum_get_item(MPI_T_enum handle, int index, int *value, char *name,
                        int *name_len)
{
  const char *parameter = NULL;
  int items = 0;
  int error = enum_find(handle, &parameter, &items);
  if (!error) error = tool_check_index(index, items, "item");
  if (error) return error;
  TOOL_GIVE(value, index);
  tool_give_text(cost_words(parameter)[index], name, name_len);
  return 0;
}

/* --- categories --- */

static const struct {
  const char *name, *text;
} categories[TOOL_CATEGORIES] = {
    [TOOL_ALL] = {"oriel", "all that Oriel tells"},
    [TOOL_COST] = {"cost", "the parameters of the timing model"},
    [TOOL_TIME] = {"time", "simulated time"},
    [TOOL_NETWORK] = {"network", "what crosses the simulated network"},
    [TOOL_OPERATIONS] = {"operations", "one-sided operations"},
    [TOOL_ENGINE] = {"engine", "the work of simulating"},
};

static int check_category(int index)
{
  return tool_check_index(index, TOOL_CATEGORIES, "category");
}

static int check_list(int index, int len, const int indices[])
{
  int error = check_category(index);
  if (error || indices || len <= 0) return error;
  return tool_null("indices");
}

/* The variables of a category, at most `room` of which fit. Returns how many
 * there are. */
static int list_cvars(int category, int indices[], int room)
{
  int count = category == TOOL_COST ? tool_cvar_count() : 0;
  for (int i = 0; i < count && i < room; i++)
    indices[i] = i;
  return count;
}

static int list_pvars(int category, int indices[], int room)
{
  int count = 0;
  for (int i = 0; i < tool_pvar_count(); i++) {
    if ((int)tool_pvar_category(i) != category) continue;
    if (count < room) indices[count] = i;
    count++;
  }
  return count;
}

static int list_categories(int category, int indices[], int room)
{
  int count = category == TOOL_ALL ? TOOL_CATEGORIES - 1 : 0;
  for (int i = 0; i < count && i < room; i++)
    indices[i] = i + 1;
  return count;
}

int api_T_category_get_num(int *count)
{
  int error = tool_check();
  if (!error) *count = TOOL_CATEGORIES;
  return error;
}

int api_T_category_get_info(int index, char *name, int *name_len, char *desc,
                            int *desc_len, int *num_cvars, int *num_pvars,
                            int *num_categories)
{
  int error = check_category(index);
  if (error) return error;
  tool_give_text(categories[index].name, name, name_len);
  tool_give_text(categories[index].text, desc, desc_len);
  TOOL_GIVE(num_cvars, list_cvars(index, NULL, 0));
  TOOL_GIVE(num_pvars, list_pvars(index, NULL, 0));
  TOOL_GIVE(num_categories, list_categories(index, NULL, 0));
  return 0;
}

int api_T_category_get_index(const char *name, int *index)
{
  int error = tool_check();
  if (error) return error;
  for (int i = 0; name && i < TOOL_CATEGORIES; i++)
    if (strcmp(categories[i].name, name) == 0) {
      *index = i;
      return 0;
    }
  return fault(MPI_T_ERR_INVALID_NAME, ": there is no category \"%s\"",
               name ? name : "(null)");
}

int api_T_category_get_cvars(int index, int len, int indices[])
{
  int error = check_list(index, len, indices);
  if (!error) list_cvars(index, indices, len);
  return error;
}

int api_T_category_get_pvars(int index, int len, int indices[])
{
  int error = check_list(index, len, indices);
  if (!error) list_pvars(index, indices, len);
  return error;
}

int api_T_category_get_categories(int index, int len, int indices[])
{
  int error = check_list(index, len, indices);
  if (!error) list_categories(index, indices, len);
  return error;
}

int api_T_category_get_num_events(int index, int *count)
{
  int error = check_category(index);
  if (!error) *count = 0;
  return error;
}

int api_T_category_get_events(int index, int len, int indices[])
{
  return check_list(index, len, indices);
}

/* They are all there from the start. */
int api_T_category_changed(int *update_number)
{
  int error = tool_check();
  if (!error) *update_number = 1;
  return error;
}
