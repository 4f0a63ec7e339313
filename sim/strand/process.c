/* What a program sets of its process, and would set of all ranks: limits, its
 * name, what memory is to stay. It is told what it has set, and nothing else
 * comes of it; limits that it has not set are the simulator's. */
#include "pthread.h"

#include "thread.h"

#include "../descriptors.h"
#include "../../model/memory.h"

#include <errno.h>
#include <linux/prctl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* What prctl() sets by one number and gets by another, by its pointer or as its
 * result; and what it is at first. */
struct property {
  int set, get;
  bool by_pointer;
  long first;
};

static const struct property properties[] = {
    {PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, true, 0},
    {PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER, true, 0},
    {PR_SET_DUMPABLE, PR_GET_DUMPABLE, false, 1},
    {PR_SET_KEEPCAPS, PR_GET_KEEPCAPS, false, 0},
    {PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, false, 50000},
    {PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, false, 0},
    {PR_SET_THP_DISABLE, PR_GET_THP_DISABLE, false, 0}};
enum { PROPERTIES = sizeof properties / sizeof *properties };

struct settings {
  struct rlimit limits[RLIM_NLIMITS];
  long properties[PROPERTIES];
};

static struct settings *settings_self(void)
{
  struct crew *c = crew_self();
  if (c->settings) return c->settings;
  c->settings = xcalloc(1, sizeof *c->settings);
  for (int i = 0; i < RLIM_NLIMITS; i++)
    getrlimit(i, &c->settings->limits[i]);
  for (int i = 0; i < PROPERTIES; i++)
    c->settings->properties[i] = properties[i].first;
  return c->settings;
}

static int failed(int error)
{
  errno = error;
  return -1;
}

/* --- limits --- */

/* Of descriptors there are to be as many as the program may have now. */
static int prlimit_(pid_t process, int resource, const struct rlimit *set,
                    struct rlimit *old)
{
  if (process && process != libc_process()) return failed(ESRCH);
  if (resource < 0 || resource >= RLIM_NLIMITS) return failed(EINVAL);
  if (set && set->rlim_cur > set->rlim_max) return failed(EINVAL);
  struct rlimit *limit = &settings_self()->limits[resource], before = *limit;
  if (set) *limit = *set;
  if (limit->rlim_cur > before.rlim_cur && resource == RLIMIT_NOFILE)
    descriptors_raise();
  if (old) *old = before;
  return 0;
}

static int getrlimit_(int resource, struct rlimit *limit)
{
  return prlimit_(0, resource, NULL, limit);
}

static int setrlimit_(int resource, const struct rlimit *limit)
{
  return prlimit_(0, resource, limit, NULL);
}

/* --- memory that is to stay --- */

static int stays(void)
{
  return 0;
}

static int mlockall_(int flags)
{
  bool some = flags & (MCL_CURRENT | MCL_FUTURE);
  bool known = !(flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT));
  return some && known ? 0 : failed(EINVAL);
}

/* --- prctl --- */

static int name_set(const char *name)
{
  struct thread *t = thread_self();
  memset(t->name, 0, sizeof t->name);
  strncpy(t->name, name, sizeof t->name - 1);
  return 0;
}

static int property_of(int option)
{
  int i = 0;
  while (i < PROPERTIES && properties[i].set != option &&
         properties[i].get != option)
    i++;
  return i;
}

/* What is in no list is as of a kernel that does not know it. */
static int prctl_(int option, unsigned long a, unsigned long b, unsigned long c,
                  unsigned long d)
{
  (void)b, (void)c, (void)d;
  int i = property_of(option);
  if (option == PR_SET_NAME) return name_set((const char *)a);
  if (option == PR_GET_NAME)
    return memcpy((char *)a, thread_self()->name, THREAD_NAME), 0;
  if (option == PR_SET_VMA) return 0; /* a name of memory */
  if (i == PROPERTIES) return failed(EINVAL);
  long *value = &settings_self()->properties[i];
  if (option == properties[i].set) return *value = (long)a, 0;
  if (!properties[i].by_pointer) return (int)*value;
  *(int *)a = (int)*value;
  return 0;
}

#define ROW(name) {#name, name##_},
const struct libc_entry process_table[] = {
    /* clang-format off */
    ROW(getrlimit) ROW(setrlimit) ROW(prlimit) {"getrlimit64", getrlimit_},
    {"setrlimit64", setrlimit_}, {"prlimit64", prlimit_}, {"mlock", stays},
    {"mlock2", stays}, {"munlock", stays}, {"munlockall", stays}, ROW(mlockall)
    ROW(prctl)
    {NULL, NULL}
    /* clang-format on */
};
