/* libc per rank: the tables, and the variables that programs see. */
#include "libc.h"

#include "../exit.h"
#include "../rank/rank.h"
#include "../rank/streams.h"
#include "template.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

static const struct libc_entry *const tables[] = {
    libc_time_table,        libc_io_table,          libc_exit_table,
    libc_environment_table, libc_options_table,     libc_state_table,
    libc_host_table,        libc_threads_table,     libc_error_table,
    libc_argp_table,        libc_signal_table,      libc_wide_table,
    libc_dl_table,          libc_backtrace_table,   libc_locale_table,
    libc_refused_table,     libc_poll_table,        libc_calendar_table,
    libc_temporary_table,   libc_pipe_table,        libc_socket_table,
    libc_output_table,      libc_profile_table,     libc_paths_table,
    libc_shared_table,      libc_descriptors_table, libc_jump_table,
    libc_locks_table,       libc_ipc_table,         libc_connect_table};

/* Tables of other folders. */
enum { MORE_MAX = 8 };
static struct {
  const struct libc_entry *const *list;
  bool checked; /* for files that tell their accesses alone */
} more[MORE_MAX];
static int more_count;

static void add_tables(const struct libc_entry *const *list, bool checked)
{
  assert(more_count < MORE_MAX);
  more[more_count].list = list;
  more[more_count++].checked = checked;
}

void libc_add_tables(const struct libc_entry *const *list)
{
  add_tables(list, false);
}

void libc_add_checked_tables(const struct libc_entry *const *list)
{
  add_tables(list, true);
}

static void *table_find(const struct libc_entry *e, const char *name)
{
  for (; e->name; e++)
    if (*e->name == *name && strcmp(e->name, name) == 0) return e->function;
  return NULL;
}

void *libc_function(const char *name, bool checked)
{
  void *f = NULL;
  for (int i = more_count - 1; i >= 0 && !f; i--)
    for (const struct libc_entry *const *t = more[i].list; *t && !f; t++)
      if (checked || !more[i].checked) f = table_find(*t, name);
  for (size_t i = 0; i < sizeof tables / sizeof *tables && !f; i++)
    f = table_find(tables[i], name);
  return f;
}

const struct libc_variable_name libc_variable_names[] = {
    {"optind", LIBC_OPTIND},
    {"opterr", LIBC_OPTERR},
    {"optopt", LIBC_OPTOPT},
    {"optarg", LIBC_OPTARG},
    {"environ", LIBC_ENVIRON},
    {"__environ", LIBC_ENVIRON},
    {"_environ", LIBC_ENVIRON},
    {"stdin", LIBC_STDIN},
    {"program_invocation_name", LIBC_PROGRAM},
    {"__progname_full", LIBC_PROGRAM},
    {"program_invocation_short_name", LIBC_PROGRAM_BASE},
    {"__progname", LIBC_PROGRAM_BASE},
    {"argp_program_version", LIBC_ARGP_VERSION},
    {"argp_program_version_hook", LIBC_ARGP_HOOK},
    {"argp_program_bug_address", LIBC_ARGP_BUGS},
    {"argp_err_exit_status", LIBC_ARGP_STATUS},
    {"error_message_count", LIBC_ERROR_COUNT},
    {"error_one_per_line", LIBC_ERROR_ONCE},
    {"error_print_progname", LIBC_ERROR_NAME},
    {"__timezone", LIBC_TIMEZONE},
    {"__daylight", LIBC_DAYLIGHT},
    {"__tzname", LIBC_TZNAME},
    {"__signgam", LIBC_SIGNGAM},
    {NULL, LIBC_VARIABLES}};

/* What a program defines by one of these names is another variable. */
static const struct libc_variable_name weak_names[] = {
    {"timezone", LIBC_TIMEZONE},
    {"daylight", LIBC_DAYLIGHT},
    {"tzname", LIBC_TZNAME},
    {"signgam", LIBC_SIGNGAM},
    {NULL, LIBC_VARIABLES}};

static int variable_in(const struct libc_variable_name *v, const char *name)
{
  while (v->name && strcmp(v->name, name))
    v++;
  return v->name ? (int)v->variable : -1;
}

int libc_variable(const char *name)
{
  int v = variable_in(libc_variable_names, name);
  return v >= 0 ? v : variable_in(weak_names, name);
}

unsigned long libc_variable_initial(enum libc_variable v)
{
  switch (v) {
  case LIBC_OPTIND:
  case LIBC_OPTERR:
    return 1;
  case LIBC_OPTOPT:
    return '?';
  case LIBC_ARGP_STATUS:
    return EX_USAGE;
  default:
    return 0;
  }
}

struct image *libc_self(void)
{
  return self->image;
}

void *libc_address(struct image *i, enum libc_variable v)
{
  if (!i->libc.own_variables) return &i->libc.variables[v];
  return i->base + i->of->variables[v];
}

void libc_start(struct image *i, char *const envp[])
{
  i->libc.own_variables = !i->of->shared;
  for (int v = 0; v < LIBC_VARIABLES && i->of->shared; v++)
    i->libc.variables[v] = libc_variable_initial(v);
  *(char *const **)libc_address(i, LIBC_ENVIRON) = envp;
  *(FILE **)libc_address(i, LIBC_STDIN) = streams_input();
  *(char **)libc_address(i, LIBC_PROGRAM) = i->name.whole;
  *(char **)libc_address(i, LIBC_PROGRAM_BASE) = i->name.base;
  libc_start_calendar(i);
}

static const char *nowhere(const void *site)
{
  (void)site;
  return "?";
}

const char *(*libc_where)(const void *site) = nowhere;

void libc_refuse(const char *name, const void *site)
{
  streams_say("oriel: %s at %s: %s%s is not supported in a simulated rank\n",
              strand_label(self), libc_where(site), name,
              strchr(name, ' ') ? "" : "()");
  run_end(EXIT_USAGE);
}
