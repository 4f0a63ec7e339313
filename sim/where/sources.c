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

/* The paths that end in one base name, as libdw keeps them. */
struct alike {
  const char *base;
  const char **paths;
  size_t count;
};

static int compare_base(const void *a, const void *b)
{
  return strcmp(((const struct alike *)a)->base,
                ((const struct alike *)b)->base);
}

static struct alike *alike_of(struct debug *f, const char *path)
{
  struct alike sought = {.base = basename(path)};
  struct alike **found = tsearch(&sought, &f->alike, compare_base);
  if (!found) memory_missing(sizeof sought, " for names of files");
  if (*found == &sought) *found = xmemdup(&sought, sizeof sought);
  return *found;
}

static void note_path(struct debug *f, const char *path)
{
  struct alike *a = alike_of(f, path);
  for (size_t i = 0; i < a->count; i++)
    if (strcmp(a->paths[i], path) == 0) return;
  a->paths = xgrow(a->paths, a->count, sizeof *a->paths);
  a->paths[a->count++] = path;
}

/* All units have most headers: each is looked through once. */
static void note_paths(struct debug *f)
{
  Dwarf_Files *files;
  size_t count;
  for (size_t u = 0; u < f->unit_count; u++) {
    if (dwarf_getsrcfiles(&f->units[u].die, &files, &count)) continue;
    for (size_t i = 0; i < count; i++) {
      const char *path = dwarf_filesrc(files, i, NULL, NULL);
      if (path) note_path(f, path);
    }
  }
}

/* The base name, or as much more as tells the file from the others. */
static size_t find_name(struct debug *f, const char *path)
{
  const char *name = basename(path);
  if (!f->alike) note_paths(f);
  const struct alike *a = alike_of(f, path);
  for (size_t i = 0; i < a->count; i++) {
    const char *other = a->paths[i];
    if (!ends_with(other, name) || same_file(other, path)) continue;
    while (name > path && ends_with(other, name))
      name = longer(path, name);
  }
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
