/* Locks of files: flock(), and those of records by fcntl() and lockf().
 *
 * Of records, locks are a process's, and all ranks are one. So a rank takes
 * them by a descriptor of its own for each file, as locks of that descriptor
 * (F_OFD_SETLK), which is closed when the rank closes any of that file, or
 * ends: both give its locks of it back. Invariant: `records` has at most one
 * entry for each rank and file, whose descriptor is kept from the program. */
#include "libc_locks.h"

#include "libc.h"
#include "libc_io.h"
#include "libc_wait.h"

#include "../../model/memory.h"
#include "../descriptors.h"
#include "../rank/calls.h"
#include "../rank/rank.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct record {
  struct record *next;
  int rank;
  uint64_t file; /* libc_wait_file() */
  int descriptor;
};
static struct record *records;

/* Of flock(), which the end of a rank gives back likewise. */
struct held {
  struct held *next;
  int rank, fd;
};
static struct held *held;

/* --- locks of others --- */

/* Does a process outside the run have one of these files? Of each lock there is
 * "1: FLOCK  ADVISORY  WRITE 4711 08:01:23 0 EOF": whose, and on which. */
static bool has_other_process(const struct kernel_wait *w)
{
  char line[256];
  long process;
  unsigned long inode;
  struct stat s;
  bool found = false;
  if (fstat((int)w->arguments[0], &s)) return false;
  FILE *all = fopen("/proc/locks", "r");
  if (!all) return false;
  while (!found && fgets(line, sizeof line, all))
    found = sscanf(line, "%*s %*s %*s %*s %ld %*x:%*x:%lu", &process, &inode) ==
                2 &&
            process > 0 && process != getpid() && inode == s.st_ino;
  fclose(all);
  return found;
}

/* --- flock --- */

static long try_flock(const long *a)
{
  return flock((int)a[0], (int)a[1] | LOCK_NB);
}

static struct held **held_by(int fd)
{
  struct held **at = &held;
  while (*at && (*at)->fd != fd)
    at = &(*at)->next;
  return at;
}

static void drop_held(struct held **at)
{
  struct held *h = *at;
  *at = h->next;
  free(h);
}

static void note_held(int fd, bool holds)
{
  struct held **at = held_by(fd);
  if (*at) drop_held(at);
  if (!holds) return;
  struct held *h = xcalloc(1, sizeof *h);
  *h = (struct held){held, self->id, fd};
  held = h;
}

static int locks_flock(int fd, int how)
{
  int real = libc_io_real(fd);
  struct kernel_wait w = {.attempt = try_flock,
                          .arguments = {real, how},
                          .object = libc_wait_file(real),
                          .way = how & LOCK_EX ? WAIT_TAKES_ALL : WAIT_BOTH,
                          .what = "a lock of the file",
                          .at_once = how & LOCK_NB,
                          .date = HUGE_VAL,
                          .outside = has_other_process};
  int failed = (int)libc_wait(&w, PAUSE("flock"));
  if (!failed) note_held(real, !(how & LOCK_UN));
  return failed;
}

/* --- records --- */

static struct record **place_of(int rank, uint64_t file)
{
  struct record **at = &records;
  while (*at && ((*at)->rank != rank || (*at)->file != file))
    at = &(*at)->next;
  return at;
}

/* Opened anew, for both kinds of locks where that may be. */
static int open_anew(int fd)
{
  char path[DESCRIPTOR_PATH];
  descriptors_path(fd, path);
  int made = open(path, O_RDWR | O_CLOEXEC);
  if (made < 0) made = open(path, O_RDONLY | O_CLOEXEC);
  if (made < 0) made = open(path, O_WRONLY | O_CLOEXEC);
  if (made < 0) return made;
  int kept = descriptors_keep(made);
  close(made);
  return kept;
}

/* The rank's descriptor for locks of this file; -1 and errno. */
static int descriptor_of(int fd)
{
  uint64_t file = libc_wait_file(fd);
  struct record **at = place_of(self->id, file);
  if (*at) return (*at)->descriptor;
  int made = open_anew(fd);
  if (made < 0) return errno = ENOLCK, -1;
  *at = xcalloc(1, sizeof **at);
  **at = (struct record){NULL, self->id, file, made};
  return made;
}

static void give_back(struct record **at)
{
  struct record *r = *at;
  *at = r->next;
  descriptors_drop(r->descriptor);
  libc_wait_changed(r->file);
  free(r);
}

void libc_locks_closing(int fd)
{
  note_held(fd, false);
  libc_wait_changed(0); /* one of flock() may be given back */
  if (!records) return;
  struct record **at = place_of(self->id, libc_wait_file(fd));
  if (*at) give_back(at);
}

static void end_held(void)
{
  for (struct held **at = &held; *at;) {
    struct held *h = *at;
    if (h->rank != self->id) {
      at = &h->next;
      continue;
    }
    flock(h->fd, LOCK_UN);
    libc_wait_changed(libc_wait_file(h->fd));
    drop_held(at);
  }
}

void libc_locks_end(void)
{
  end_held();
  for (struct record **at = &records; *at;)
    if ((*at)->rank == self->id)
      give_back(at);
    else
      at = &(*at)->next;
}

static long try_record(const long *a)
{
  return fcntl((int)a[0], (int)a[1], (void *)a[2]);
}

/* Is the descriptor open for this kind of lock, as the kernel asks? */
static bool is_open_for(int fd, short type)
{
  int mode = fcntl(fd, F_GETFL) & O_ACCMODE;
  return type == F_UNLCK || mode == O_RDWR ||
         mode == (type == F_WRLCK ? O_WRONLY : O_RDONLY);
}

bool libc_locks_are(int command)
{
  return command == F_SETLK || command == F_SETLKW || command == F_GETLK ||
         command == F_OFD_SETLK || command == F_OFD_SETLKW;
}

/* The command for a lock of a descriptor that does the same. */
static int command_of(int command)
{
  return command == F_GETLK ? F_OFD_GETLK : F_OFD_SETLK;
}

int libc_locks_fcntl(int fd, int command, struct flock *lock,
                     struct pause pause)
{
  bool records_lock = command <= F_SETLKW;
  if (!lock) return errno = EFAULT, -1;
  struct flock l = *lock;
  if (l.l_whence == SEEK_CUR) {
    l.l_start += lseek(fd, 0, SEEK_CUR);
    l.l_whence = SEEK_SET;
  }
  if (records_lock) l.l_pid = 0;
  if (records_lock && command != F_GETLK && !is_open_for(fd, l.l_type))
    return errno = EBADF, -1;
  int descriptor = records_lock ? descriptor_of(fd) : fd;
  if (descriptor < 0) return -1;
  struct kernel_wait w = {
      .attempt = try_record,
      .arguments = {descriptor, command_of(command), (long)&l},
      .object = libc_wait_file(descriptor),
      .way = l.l_type == F_WRLCK ? WAIT_TAKES : WAIT_BOTH,
      .what = "a lock of the file",
      .at_once = command != F_SETLKW && command != F_OFD_SETLKW,
      .date = HUGE_VAL,
      .outside = has_other_process};
  if (command != F_GETLK) return (int)libc_wait(&w, pause);
  strand_note_call(pause);
  int failed = (int)try_record(w.arguments);
  if (failed) return failed;
  if (l.l_type == F_UNLCK)
    lock->l_type = F_UNLCK;
  else
    *lock = l;
  return 0;
}

static int locks_lockf(int fd, int how, off_t length)
{
  static const struct {
    short type;
    int command;
  } ways[] = {[F_ULOCK] = {F_UNLCK, F_SETLK},
              [F_LOCK] = {F_WRLCK, F_SETLKW},
              [F_TLOCK] = {F_WRLCK, F_SETLK},
              [F_TEST] = {F_RDLCK, F_GETLK}};
  if (how < 0 || how > F_TEST) return errno = EINVAL, -1;
  struct flock l = {
      .l_type = ways[how].type, .l_whence = SEEK_CUR, .l_len = length};
  if (libc_locks_fcntl(fd, ways[how].command, &l, PAUSE("lockf"))) return -1;
  if (how != F_TEST || l.l_type == F_UNLCK) return 0;
  return errno = EACCES, -1;
}

const struct libc_entry libc_locks_table[] = {{"flock", locks_flock},
                                              {"lockf", locks_lockf},
                                              {"lockf64", locks_lockf},
                                              {NULL, NULL}};
