/* Libraries: which of those a program needs are private to a rank, and where
 * they are.
 *
 * The C and C++ run-time libraries and Oriel itself, which is also that of
 * OpenMP, are shared by all ranks and bound by name; every other library is
 * loaded into the template like the program, so that its variables are private
 * too. One that is asked for while the program runs becomes a template of its
 * own (late.c). Invariant: a library is in the list once, under the name by
 * which it was first asked for. */
#include "template.h"

#include "../../model/memory.h"

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool starts_with(const char *text, const char *start)
{
  return strncmp(text, start, strlen(start)) == 0;
}

static bool starts_with_any(const char *name, const char *const *list)
{
  for (; *list; list++)
    if (starts_with(name, *list)) return true;
  return false;
}

static bool is_system(const char *name)
{
  static const char *const list[] = {
      "libc.so",       "libm.so",      "libmvec.so", "libpthread.so",
      "libdl.so",      "librt.so",     "libutil.so", "libresolv.so",
      "libcrypt.so",   "libanl.so",    "libnsl.so",  "libgcc_s.so",
      "libatomic.so",  "libstdc++.so", "ld-linux",   "linux-vdso",
      "libmpi_abi.so", "liboriel.so",  NULL};
  return starts_with_any(name, list);
}

static bool is_oriel(const char *name)
{
  return starts_with(name, "liboriel.so") || starts_with(name, "libmpi_abi.so");
}

/* The run-time libraries of OpenMP, whose functions Oriel has itself. */
static bool is_openmp(const char *name)
{
  static const char *const list[] = {"libgomp.so", "libomp.so",   "libomp-",
                                     "libomp5.so", "libiomp5.so", NULL};
  return starts_with_any(name, list);
}

static bool is_other_mpi(const char *name)
{
  static const char *const list[] = {
      "libmpi.so",     "libmpich",      "libmpi_cxx",
      "libmpi_mpifh",  "libmpi_usempi", "libmpicxx",
      "libmpifort",    "libpmpi",       "libopen-rte.so",
      "libsimgrid.so", "libmpi_ignore", "libmsmpi",
      "liboshmem",     "libmvapich",    NULL};
  return starts_with_any(name, list);
}

/* Those that are there to replace malloc() and C++'s new. */
static bool is_allocator(const char *name)
{
  static const char *const list[] = {
      "libjemalloc", "libtcmalloc", "libmimalloc", "libtbbmalloc_proxy",
      "libsnmalloc", "librpmalloc", "libhoard",    NULL};
  return starts_with_any(name, list);
}

static bool is_sanitizer(const char *name)
{
  static const char *const list[] = {"libasan.so",   "libtsan.so",
                                     "liblsan.so",   "libubsan.so",
                                     "libhwasan.so", NULL};
  return starts_with_any(name, list);
}

/* --- the search path --- */

struct search {
  const char *name, *origin;
  char *found; /* of PATH_MAX */
};

static bool try_folder(const char *folder, size_t n, struct search *s)
{
  char path[PATH_MAX];
  const char *token = memmem(folder, n, "$ORIGIN", 7);
  size_t skip = 7;
  if (!token) token = memmem(folder, n, "${ORIGIN}", 9), skip = 9;
  int length;
  if (n == 0) return false;
  if (token)
    length = snprintf(path, sizeof path, "%.*s%s%.*s/%s", (int)(token - folder),
                      folder, s->origin, (int)(n - (token - folder) - skip),
                      token + skip, s->name);
  else
    length = snprintf(path, sizeof path, "%.*s/%s", (int)n, folder, s->name);
  if (length >= (int)sizeof path || access(path, R_OK) != 0) return false;
  strcpy(s->found, path);
  return true;
}

static int try_path(const char *path, void *arg)
{
  while (path) {
    size_t n = strcspn(path, ":;");
    if (try_folder(path, n, arg)) return 1;
    path = path[n] ? path + n + 1 : NULL;
  }
  return 0;
}

static const char default_path[] =
    "/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib64:/usr/lib64:"
    "/lib:/usr/lib:/usr/local/lib/x86_64-linux-gnu:/usr/local/lib64:"
    "/usr/local/lib";

static int says_something(const char *text, void *arg)
{
  (void)text, (void)arg;
  return 1;
}

/* As ld.so does: RPATH (only without RUNPATH), LD_LIBRARY_PATH, RUNPATH, the
 * system's folders. */
static bool find_library(const struct image_template *t,
                         const struct object *by, const char *name, char *found)
{
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%s", by->path);
  struct search s = {name, dirname(folder), found};
  if (strchr(name, '/')) {
    snprintf(found, PATH_MAX, "%s", name);
    return access(name, R_OK) == 0;
  }
  bool runpath = object_dynamic(by, DT_RUNPATH, says_something, NULL);
  if (!runpath && (object_dynamic(by, DT_RPATH, try_path, &s) ||
                   object_dynamic(t->objects[0], DT_RPATH, try_path, &s)))
    return true;
  return try_path(getenv("LD_LIBRARY_PATH"), &s) ||
         object_dynamic(by, DT_RUNPATH, try_path, &s) ||
         try_path(default_path, &s);
}

/* --- the list --- */

struct adding {
  struct image_template *t;
  struct object *by;
  struct why why;
};

static int add_system(struct image_template *t, const char *name,
                      struct why why)
{
  if (t->program) t = t->program;
  for (int i = 0; i < t->system_count; i++)
    if (strcmp(t->system[i].name, name) == 0) return 0;
  if (is_oriel(name)) return 0; /* symbols.c looks there first anyway */
  if (t->system_count == OBJECTS_MAX)
    return refuse_file(why, "%s: needs more than %d libraries",
                       t->objects[0]->path, OBJECTS_MAX);
  void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return refuse_file(why, "library %s", dlerror());
  t->system[t->system_count++] = (struct system_library){xstrdup(name), handle};
  return 0;
}

static bool answers_to(const struct object *o, const char *name)
{
  return strcmp(o->asked, name) == 0 ||
         (o->named && strcmp(o->named, name) == 0);
}

/* As for ld.so, what the rank has goes by its name, wherever it lies; a path is
 * that of a file. */
static struct object *find_named(const struct image_template *program,
                                 const char *name)
{
  if (strchr(name, '/')) return NULL;
  for (int i = 1; i < program->object_count; i++)
    if (answers_to(program->objects[i], name)) return program->objects[i];
  for (int i = 0; i < program->late_count; i++)
    if (late_is_there(libc_self(), program->late[i]) &&
        answers_to(program->late[i]->objects[0], name))
      return program->late[i]->objects[0];
  return NULL;
}

static struct object *find_loaded(const struct image_template *t,
                                  const char *path)
{
  for (int i = 0; i < t->object_count; i++)
    if (strcmp(t->objects[i]->path, path) == 0) return t->objects[i];
  for (int i = 0; i < t->late_count; i++)
    if (strcmp(t->late[i]->objects[0]->path, path) == 0)
      return t->late[i]->objects[0];
  return NULL;
}

static struct image_template *new_late(struct image_template *program)
{
  struct image_template *t = template_new();
  t->program = program;
  program->late = xgrow(program->late, program->late_count, sizeof t);
  program->late[program->late_count++] = t;
  return t;
}

static int keep_name(const char *text, void *arg)
{
  *(char **)arg = xstrdup(text);
  return 1;
}

/* A new file, in `home` or, with NULL, in a template of its own. */
static struct object *new_private(struct image_template *program,
                                  struct image_template *home, const char *name,
                                  const char *path, struct why why)
{
  if (!home) home = new_late(program);
  if (home->object_count == OBJECTS_MAX) {
    refuse_file(why, "%s: needs more than %d libraries",
                program->objects[0]->path, OBJECTS_MAX);
    return NULL;
  }
  struct object *o = xcalloc(1, sizeof *o);
  home->objects[home->object_count++] = o;
  if (object_open(o, path, "library", why)) return NULL;
  o->of = home;
  o->asked = xstrdup(name);
  const char *slash = strrchr(name, '/');
  o->allocates = is_allocator(slash ? slash + 1 : name);
  object_dynamic(o, DT_SONAME, keep_name, &o->named);
  return o;
}

static struct image_template *program_of(const struct object *by)
{
  return by->of->program ? by->of->program : by->of;
}

/* The file that the name leads to. */
static bool find_file(const struct object *by, const char *name,
                      char path[PATH_MAX])
{
  char found[PATH_MAX];
  if (!find_library(program_of(by), by, name, found)) return false;
  if (!realpath(found, path)) strcpy(path, found);
  return true;
}

static struct object *find_private(struct image_template *home,
                                   const struct object *by, const char *name,
                                   struct why why)
{
  struct image_template *program = program_of(by);
  char path[PATH_MAX];
  struct object *o = find_named(program, name);
  if (o) return o;
  if (!find_file(by, name, path)) {
    refuse_file(why,
                "library %s, needed by %s, is not found; "
                "LD_LIBRARY_PATH can name its folder",
                name, by->path);
    return NULL;
  }
  o = find_loaded(program, path);
  return o ? o : new_private(program, home, name, path, why);
}

static int add_private(struct image_template *t, struct object *by,
                       const char *name, struct why why)
{
  struct object *o = find_private(t->program ? NULL : t, by, name, why);
  if (!o) return -1;
  if (by->needed_count < OBJECTS_MAX) by->needed[by->needed_count++] = o;
  return 0;
}

static int refuse_library(const char *by, const char *name, struct why why)
{
  if (is_other_mpi(name))
    return refuse_file(why,
                       "%s: is linked against another MPI (%s); compile it "
                       "with orielcc",
                       by, name);
  if (is_sanitizer(name))
    return refuse_file(why,
                       "%s: uses a sanitizer (%s), not supported; compile "
                       "without -fsanitize",
                       by, name);
  return 0;
}

static int add_needed(const char *name, void *arg)
{
  const struct adding *a = arg;
  if (refuse_library(a->by->path, name, a->why)) return -1;
  if (is_openmp(name)) return 0; /* symbols.c finds them */
  if (is_system(name)) return add_system(a->t, name, a->why);
  return add_private(a->t, a->by, name, a->why);
}

int libraries_find(struct image_template *t, struct why why)
{
  for (int i = 0; i < t->object_count; i++) {
    struct adding a = {t, t->objects[i], why};
    if (object_dynamic(t->objects[i], DT_NEEDED, add_needed, &a)) return -1;
  }
  return 0;
}

bool library_is_there(const struct object *by, const char *name)
{
  const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
  char path[PATH_MAX];
  if (is_openmp(base) || is_oriel(base)) return true;
  if (is_system(base)) return dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  const struct object *o = find_named(program_of(by), name);
  if (!o && find_file(by, name, path)) o = find_loaded(program_of(by), path);
  return o && late_is_there(libc_self(), o->of);
}

int library_named(const struct object *by, const char *name,
                  struct object **found, void **shared, struct why why)
{
  const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
  *found = NULL;
  *shared = NULL;
  if (refuse_library(by->path, base, why)) return -1;
  if (is_openmp(base) || is_oriel(base)) return 0;
  if (is_system(base)) {
    *shared = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    return *shared ? 0 : refuse_file(why, "%s", dlerror());
  }
  *found = find_private(NULL, by, name, why);
  return *found ? 0 : -1;
}
