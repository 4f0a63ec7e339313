/* What a source file is called.
 *
 * Reports of two lines are one if their texts are the same, so no two sources
 * of a program may have one name. Invariant: a name depends on the program
 * alone, not on what was asked for before. */
#include "sources.h"

#include "../../model/memory.h"

#include <limits.h>
#include <search.h>
#include <string.h>

struct name {
  char *path;
  size_t from; /* its name begins there */
};

/* --- paths --- */

/* Without "." and "..", as far as the text says. */
static void tidy(const char *path, char tidied[PATH_MAX])
{
  char *end = tidied;
  while (path[0] == '.' && path[1] == '/')
    path += 2;
  while (*path) {
    size_t n = strcspn(path + 1, "/") + 1;
    bool up = n == 3 && memcmp(path, "/..", 3) == 0;
    bool here = *path == '/' && (n == 1 || (n == 2 && path[1] == '.'));
    if (up && end > tidied) {
      do
        end--;
      while (end > tidied && *end != '/');
    } else if (!here && end - tidied + n < PATH_MAX) {
      memcpy(end, path, n);
      end += n;
    }
    path += n;
  }
  *end = 0;
}

static bool ends_with(const char *path, const char *end)
{
  size_t n = strlen(path), m = strlen(end);
  return n >= m && strcmp(path + n - m, end) == 0 &&
         (n == m || path[n - m - 1] == '/');
}

/* clang writes one both as it was given and from the root. */
static bool same_file(const char *path, const char *other)
{
  char a[PATH_MAX], b[PATH_MAX];
  tidy(path, a);
  tidy(other, b);
  if ((*a == '/') == (*b == '/')) return strcmp(a, b) == 0;
  return ends_with(a, b) || ends_with(b, a);
}

/* One folder more. */
static const char *longer(const char *path, const char *name)
{
  name -= name > path;
  while (name > path && name[-1] != '/')
    name--;
  return name;
}

/* --- the program's --- */

/* The name, or as much more as tells the file from those of the unit. */
static const char *tell_apart(Dwarf_Die *unit, const char *path,
                              const char *name)
{
  Dwarf_Files *files;
  size_t count;
  if (dwarf_getsrcfiles(unit, &files, &count)) return name;
  for (size_t i = 0; i < count; i++) {
    const char *other = dwarf_filesrc(files, i, NULL, NULL);
    if (!other || !ends_with(other, name) || same_file(other, path)) continue;
    while (name > path && ends_with(other, name))
      name = longer(path, name);
  }
  return name;
}

static size_t find_name(const struct debug *f, const char *path)
{
  const char *name = basename(path);
  for (size_t i = 0; i < f->unit_count; i++)
    name = tell_apart(&f->units[i].die, path, name);
  return (size_t)(name - path);
}

static int compare(const void *a, const void *b)
{
  return strcmp(((const struct name *)a)->path, ((const struct name *)b)->path);
}

const char *source_name(struct debug *f, const char *path)
{
  struct name sought = {.path = (char *)path};
  struct name **found = tsearch(&sought, &f->names, compare);
  if (!found) memory_missing(sizeof sought, " for names of files");
  if (*found == &sought) {
    sought = (struct name){xstrdup(path), find_name(f, path)};
    *found = xmemdup(&sought, sizeof sought);
  }
  return path + (*found)->from;
}
