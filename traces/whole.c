/* A file that appears when it is complete: written as NAME.part, renamed. */
#include "whole.h"
#include "../model/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *part_name(const char *path)
{
  static const char suffix[] = ".part";
  size_t length = strlen(path);
  char *part = xmalloc(length + sizeof suffix);

  memcpy(part, path, length);
  memcpy(part + length, suffix, sizeof suffix);
  return part;
}

/* A device or pipe is written to, never replaced. */
static bool is_special(const char *path)
{
  struct stat about;

  return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

int whole_open(struct whole_file *f, const char *path)
{
  *f = (struct whole_file){.path = path};
  if (!is_special(path)) f->part = part_name(path);
  f->file = fopen(f->part ? f->part : path, "w");
  if (f->file) return 0;
  free(f->part);
  return -1;
}

/* Remove what was written, with errno as it is. */
static void remove_part(struct whole_file *f)
{
  int why = errno;

  if (f->part) unlink(f->part);
  free(f->part);
  errno = why;
}

int whole_close(struct whole_file *f)
{
  bool failed = ferror(f->file);

  if (fclose(f->file)) failed = true;
  if (!failed && f->part && rename(f->part, f->path)) failed = true;
  if (failed)
    remove_part(f);
  else
    free(f->part);
  return failed ? -1 : 0;
}

int whole_refused(const char *path, char *why, size_t size)
{
  snprintf(why, size, "%s: cannot be written: %s", path, strerror(errno));
  return -1;
}

int whole_check(const char *path, char *why, size_t size)
{
  struct whole_file f = {0};

  if (is_special(path)) {
    if (access(path, W_OK)) return whole_refused(path, why, size);
    f.file = fopen(path, "a"); /* a folder cannot be opened */
    if (f.file) fclose(f.file);
  } else {
    f.part = part_name(path);
    f.file = fopen(f.part, "w");
    if (f.file) fclose(f.file);
    remove_part(&f);
  }
  return f.file ? 0 : whole_refused(path, why, size);
}
