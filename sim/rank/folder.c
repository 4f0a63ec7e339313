/* Working directories, each held open for as long as a rank has it. Invariant:
 * those that are one folder are one struct. */
#include "folder.h"

#include "rank.h"
#include "streams.h"
#include "../descriptors.h"
#include "../exit.h"
#include "../../model/map.h"
#include "../../model/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct place {
  struct place *next; /* of another device, with this number */
  dev_t device;
  ino_t number;
  int descriptor;
  int ranks; /* that have it; the run counts as one where it began */
};

bool folders_changed;
static struct map places;   /* by number */
static struct place *start; /* where the run began; NULL: no rank has left it */
static struct place *now;   /* where the process is since */

static struct place **find(dev_t device, ino_t number)
{
  struct place **at = (struct place **)map_place(&places, number);
  while (*at && (*at)->device != device)
    at = &(*at)->next;
  return at;
}

/* Of where the process is; -1 and errno. */
static int open_here(void)
{
  enum { HOW = O_PATH | O_DIRECTORY | O_CLOEXEC };
  int near = open(".", HOW);
  if (near < 0 && errno == EMFILE && descriptors_raise()) near = open(".", HOW);
  if (near < 0) return -1;
  int kept = descriptors_keep(near);
  close(near);
  return kept;
}

/* Where the process is; NULL and errno. */
static struct place *here(void)
{
  struct stat s;
  if (stat(".", &s)) return NULL;
  struct place **at = find(s.st_dev, s.st_ino), *p = *at;
  int opened = p ? p->descriptor : open_here();
  if (p || opened < 0) return p;
  p = *at = xcalloc(1, sizeof *p);
  *p = (struct place){NULL, s.st_dev, s.st_ino, opened, 0};
  return p;
}

static void give_up(struct place *p)
{
  if (!p || --p->ranks > 0) return;
  *find(p->device, p->number) = p->next;
  descriptors_drop(p->descriptor);
  free(p);
}

static bool start_known(void)
{
  if (start) return true;
  start = now = here();
  if (start) start->ranks++;
  return start;
}

static int go_back(int error)
{
  if (fchdir(now->descriptor) == 0) errno = error;
  return -1;
}

/* The process is somewhere else. */
static int changed(struct folder *f)
{
  struct place *p = here();
  if (!p) return go_back(errno);
  p->ranks++;
  give_up(f->place);
  f->place = now = p;
  folders_changed = true;
  return 0;
}

int folder_change(struct folder *f, const char *path)
{
  return start_known() && !chdir(path) ? changed(f) : -1;
}

int folder_change_to(struct folder *f, int fd)
{
  return start_known() && !fchdir(fd) ? changed(f) : -1;
}

static bool go_to(struct place *p)
{
  if (p == now) return true;
  if (fchdir(p->descriptor)) return false;
  now = p;
  return true;
}

void folder_enter(const struct folder *f)
{
  if (go_to(f->place ? f->place : start)) return;
  streams_say("oriel: the working directory of a rank: %s\n", strerror(errno));
  run_end(EXIT_USAGE);
}

void folder_leave(void)
{
  if (folders_changed && !go_to(start))
    streams_say("oriel: the folder where the run began: %s\n", strerror(errno));
}
