/* The environment, per rank: environ and the functions on it.
 *
 * A rank starts with the strings that orielrun was given; the array becomes
 * its own at the first change, and a string when it is asked for: who asks may
 * write there, as strtok() does. What the C library reads for itself (the names
 * of locales; not TZ, see libc_calendar.c) stays that of the process. */
#include "libc.h"

#include "../../model/memory.h"
#include "template.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static char ***variables(void)
{
  return libc_address(libc_self(), LIBC_ENVIRON);
}

/* Where "name=..." stands in the array, or its end. */
static size_t position(char **e, const char *name, size_t n, bool *found)
{
  size_t i = 0;
  *found = false;
  for (; e && e[i]; i++)
    if (strncmp(e[i], name, n) == 0 && e[i][n] == '=') {
      *found = true;
      break;
    }
  return i;
}

/* Put a whole "name=value" in its place. */
static void put(char *text, size_t n)
{
  bool found;
  struct libc_state *libc = &libc_self()->libc;
  char **e = *variables();
  size_t i = position(e, text, n, &found), count = i;
  while (e && e[count])
    count++;
  if (!libc->environment || e != libc->environment || !found) {
    char **mine = xcalloc(count + 2, sizeof *mine);
    if (e) memcpy(mine, e, count * sizeof *mine);
    if (e == libc->environment) free(e);
    *variables() = libc->environment = e = mine;
  }
  e[i] = text;
}

/* Is it one that orielrun was given, which all ranks have? */
static bool is_shared(const char *text)
{
  char **e = environ;
  while (e && *e && *e != text)
    e++;
  return e && *e;
}

char *libc_getenv(const char *name)
{
  bool found;
  size_t n = strlen(name);
  char **e = *variables();
  size_t i = position(e, name, n, &found);
  if (!found) return NULL;
  if (is_shared(e[i])) put(xstrdup(e[i]), n);
  return (*variables())[i] + n + 1;
}

static bool is_name(const char *name)
{
  return name && *name && !strchr(name, '=');
}

static int invalid(void)
{
  errno = EINVAL;
  return -1;
}

static int environment_setenv(const char *name, const char *value, int replace)
{
  if (!is_name(name)) return invalid();
  if (!replace && libc_getenv(name)) return 0;
  size_t n = strlen(name), m = strlen(value);
  char *text = xmalloc(n + m + 2);
  memcpy(text, name, n);
  text[n] = '=';
  memcpy(text + n + 1, value, m + 1);
  put(text, n);
  return 0;
}

static int environment_unsetenv(const char *name)
{
  if (!is_name(name)) return invalid();
  bool found;
  size_t n = strlen(name);
  size_t i = position(*variables(), name, n, &found);
  if (!found) return 0;
  put((*variables())[i], n); /* makes the array its own */
  char **e = *variables();
  while (found) {
    for (; e[i]; i++)
      e[i] = e[i + 1];
    i = position(e, name, n, &found);
  }
  return 0;
}

static int environment_putenv(char *text)
{
  const char *equals = strchr(text, '=');
  if (!equals) return environment_unsetenv(text);
  put(text, equals - text);
  return 0;
}

static int environment_clearenv(void)
{
  struct libc_state *libc = &libc_self()->libc;
  free(libc->environment);
  libc->environment = NULL;
  *variables() = NULL;
  return 0;
}

const struct libc_entry libc_environment_table[] = {
    {"getenv", libc_getenv},
    {"secure_getenv", libc_getenv},
    {"__secure_getenv", libc_getenv},
    {"setenv", environment_setenv},
    {"unsetenv", environment_unsetenv},
    {"putenv", environment_putenv},
    {"clearenv", environment_clearenv},
    {NULL, NULL}};
