/* Working directories. */
#include "folder.h"

#include "rank.h"
#include "streams.h"
#include "../exit.h"
#include "../../model/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool folders_changed;
static char *start; /* where the run began; NULL: no rank has left it */
static char *now;   /* where the process is since */

/* The process is somewhere else. */
static int changed(struct folder *f)
{
  char *here = getcwd(NULL, 0);
  if (!here) return -1;
  free(f->path);
  free(now);
  f->path = here;
  now = xstrdup(here);
  folders_changed = true;
  return 0;
}

static bool start_known(void)
{
  if (!start) start = getcwd(NULL, 0);
  return start;
}

int folder_change(struct folder *f, const char *path)
{
  return start_known() && !chdir(path) ? changed(f) : -1;
}

int folder_change_to(struct folder *f, int fd)
{
  return start_known() && !fchdir(fd) ? changed(f) : -1;
}

static bool go_to(const char *path)
{
  if (strcmp(path, now) == 0) return true;
  if (chdir(path)) return false;
  free(now);
  now = xstrdup(path);
  return true;
}

void folder_enter(const struct folder *f)
{
  const char *path = f->path ? f->path : start;
  if (go_to(path)) return;
  streams_say("oriel: the working directory %s of a rank: %s\n", path,
              strerror(errno));
  run_end(EXIT_USAGE);
}

void folder_leave(void)
{
  if (folders_changed && !go_to(start))
    streams_say("oriel: the folder %s: %s\n", start, strerror(errno));
}
