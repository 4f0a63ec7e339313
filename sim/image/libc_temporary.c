/* Names of temporary files, per rank: drawn as other numbers from the machine
 * are, so that they repeat, but where a file of that name is there already. */
#include "libc.h"

#include "../../model/memory.h"
#include "template.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DRAWN = 6 };

/* Tries a name: -1 and EEXIST where another is wanted. */
typedef int attempt(const char *path, int flags);

static int open_new(const char *path, int flags)
{
  return open(path, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
}

static int make_folder(const char *path, int flags)
{
  (void)flags;
  return mkdir(path, 0700);
}

static int is_free(const char *path, int flags)
{
  struct stat about;
  (void)flags;
  if (lstat(path, &about)) return errno == ENOENT ? 0 : -1;
  errno = EEXIST;
  return -1;
}

/* Puts letters for the Xs before the suffix until the attempt is decided. */
static int name_for(char *path, int suffix, attempt *f, int flags)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop"
                                "qrstuvwxyz0123456789";
  size_t n = strlen(path), end = suffix < 0 ? n + 1 : (size_t)suffix;
  if (n < end + DRAWN || strncmp(path + n - end - DRAWN, "XXXXXX", DRAWN)) {
    errno = EINVAL;
    return -1;
  }
  char *at = path + n - end - DRAWN;
  int result = -1, before = errno;
  for (int tries = 0; tries < TMP_MAX; tries++) {
    uint64_t drawn = libc_draw();
    for (int i = 0; i < DRAWN; i++, drawn /= sizeof letters - 1)
      at[i] = letters[drawn % (sizeof letters - 1)];
    result = f(path, flags);
    if (result >= 0 || errno != EEXIST) break;
  }
  if (result >= 0) errno = before;
  return result;
}

static int temporary_mkstemp(char *path)
{
  return name_for(path, 0, open_new, 0);
}

static int temporary_mkostemp(char *path, int flags)
{
  return name_for(path, 0, open_new, flags);
}

static int temporary_mkstemps(char *path, int suffix)
{
  return name_for(path, suffix, open_new, 0);
}

static int temporary_mkostemps(char *path, int suffix, int flags)
{
  return name_for(path, suffix, open_new, flags);
}

static char *temporary_mkdtemp(char *path)
{
  return name_for(path, 0, make_folder, 0) < 0 ? NULL : path;
}

static char *temporary_mktemp(char *path)
{
  if (name_for(path, 0, is_free, 0) < 0) *path = 0;
  return path;
}

/* --- names alone --- */

static char *name_in_tmp(char name[L_tmpnam])
{
  strcpy(name, P_tmpdir "/fileXXXXXX");
  return name_for(name, 0, is_free, 0) < 0 ? NULL : name;
}

static char *temporary_tmpnam(char *name)
{
  char **ours = &libc_self()->libc.temporary_name;
  if (!name && !*ours) *ours = xcalloc(L_tmpnam, 1);
  return name_in_tmp(name ? name : *ours);
}

static char *temporary_tmpnam_r(char *name)
{
  return name ? name_in_tmp(name) : NULL;
}

static bool is_folder(const char *path)
{
  struct stat about;
  return path && !stat(path, &about) && S_ISDIR(about.st_mode);
}

/* At most five letters of the prefix count. */
static char *temporary_tempnam(const char *folder, const char *prefix)
{
  static const char format[] = "%s/%.5sXXXXXX";
  const char *own = libc_getenv("TMPDIR");
  char *name;
  if (is_folder(own)) folder = own;
  if (!is_folder(folder)) folder = P_tmpdir;
  if (asprintf(&name, format, folder, prefix ? prefix : "file") < 0)
    return NULL;
  if (name_for(name, 0, is_free, 0) >= 0) return name;
  free(name);
  return NULL;
}

const struct libc_entry libc_temporary_table[] = {
    {"mkstemp", temporary_mkstemp},     {"mkstemp64", temporary_mkstemp},
    {"mkostemp", temporary_mkostemp},   {"mkostemp64", temporary_mkostemp},
    {"mkstemps", temporary_mkstemps},   {"mkstemps64", temporary_mkstemps},
    {"mkostemps", temporary_mkostemps}, {"mkostemps64", temporary_mkostemps},
    {"mkdtemp", temporary_mkdtemp},     {"mktemp", temporary_mktemp},
    {"tmpnam", temporary_tmpnam},       {"tmpnam_r", temporary_tmpnam_r},
    {"tempnam", temporary_tempnam},     {NULL, NULL}};
