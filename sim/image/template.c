/* Templates: a program and its private libraries, laid out and relocated in
 * one memory file.
 *
 * The files lie one behind the other, each at its own alignment, then the
 * variables of libc.c. The memory file holds as many copies of that as one
 * mapping is to make images of. */
#include "template.h"

#include "../descriptors.h"
#include "../plain.h"
#include "../../model/memory.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x10U
#endif

static size_t round_up(size_t n, size_t to)
{
  return (n + to - 1) / to * to;
}

/* --- the program's file --- */

static bool has_interpreter(const struct object *o)
{
  for (int i = 0; i < o->header.e_phnum; i++)
    if (o->segments[i].p_type == PT_INTERP) return true;
  return false;
}

/* A bare name is looked for here first, then along PATH. */
static void find_program(const char *name, char *found)
{
  snprintf(found, PATH_MAX, "%s", name);
  if (!*name || strchr(name, '/') || access(name, F_OK) == 0) return;
  const char *path = getenv("PATH");
  while (path) {
    char candidate[PATH_MAX];
    int n = (int)strcspn(path, ":");
    int length =
        snprintf(candidate, sizeof candidate, "%.*s/%s", n, path, name);
    if (length < (int)sizeof candidate && access(candidate, X_OK) == 0) {
      strcpy(found, candidate);
      return;
    }
    path = path[n] ? path + n + 1 : NULL;
  }
}

static int open_program(struct image_template *t, const char *name,
                        struct why why)
{
  char found[PATH_MAX], path[PATH_MAX];
  find_program(name, found);
  if (!realpath(found, path)) snprintf(path, sizeof path, "%s", found);
  struct object *o = t->objects[t->object_count++] = xcalloc(1, sizeof *o);
  if (object_open(o, path, "program", why)) return -1;
  o->of = t;
  if (!has_interpreter(o))
    return refuse_file(why,
                       "program %s: is statically linked, or a library; link "
                       "it with orielcc, without -static and -shared",
                       path);
  if (access(path, X_OK) != 0)
    return refuse_file(why, "program %s: %s (try chmod +x)", path,
                       strerror(errno));
  return 0;
}

/* --- layout --- */

static size_t alignment(const struct object *o)
{
  size_t align = PAGE;
  for (int i = 0; i < o->header.e_phnum; i++)
    if (o->segments[i].p_type == PT_LOAD && o->segments[i].p_align > align)
      align = o->segments[i].p_align;
  return align;
}

/* Behind the program's own variables, on whose last page there may be room: a
 * page that is written is one more of memory for each rank. */
static void place_at_end(struct image_template *t)
{
  const struct object *program = t->objects[0];
  size_t room = LIBC_VARIABLES * LIBC_VARIABLE_SIZE;
  size_t at = round_up(program->offset + program->used, LIBC_VARIABLE_SIZE);
  if (at + room > program->offset + program->end) {
    at = t->size;
    t->size += room;
  }
  for (int v = 0; v < LIBC_VARIABLES; v++)
    t->variables[v] = at + v * LIBC_VARIABLE_SIZE;
}

static void lay_out(struct image_template *t)
{
  size_t align = PAGE;
  for (int i = 0; i < t->object_count; i++) {
    struct object *o = t->objects[i];
    size_t a = alignment(o);
    if (a > align) align = a;
    /* File address 0 gets the alignment: all others then keep theirs. */
    o->offset = round_up(t->size, a);
    t->size = o->offset + o->end;
  }
  if (!t->program) place_at_end(t);
  t->size = round_up(t->size, align);
}

static int map_template(struct image_template *t, struct why why)
{
  struct stat file;
  t->memory_file = descriptors_memory("oriel-image", MFD_CLOEXEC | MFD_EXEC);
  if (t->memory_file < 0)
    t->memory_file = descriptors_memory("oriel-image", MFD_CLOEXEC);
  if (t->memory_file < 0 || ftruncate(t->memory_file, (off_t)t->size))
    return refuse_file(why, "%s: no memory for it: %s%s", t->objects[0]->path,
                       strerror(errno), memory_limit());
  if (fstat(t->memory_file, &file) == 0) t->memory_inode = file.st_ino;
  t->memory = mmap(NULL, t->size, PROT_READ | PROT_WRITE, MAP_SHARED,
                   t->memory_file, 0);
  if (t->memory == MAP_FAILED)
    return refuse_file(why, "%s: no memory for it: %s%s", t->objects[0]->path,
                       strerror(errno), memory_limit());
  for (int i = 0; i < t->object_count; i++)
    t->objects[i]->memory = t->memory + t->objects[i]->offset;
  return 0;
}

/* A variable is at the end of the template, or where the program, or one of
 * its libraries, has a variable of that name. */
static void place_variables(struct image_template *t)
{
  for (int v = 0; v < LIBC_VARIABLES; v++)
    *(unsigned long *)(t->memory + t->variables[v]) = libc_variable_initial(v);
  for (int i = t->object_count - 1; i >= 0; i--) {
    const struct object *o = t->objects[i];
    for (const struct libc_variable_name *v = libc_variable_names; v->name;
         v++) {
      const Elf64_Sym *s = object_find(o, v->name);
      if (s && ELF64_ST_TYPE(s->st_info) == STT_OBJECT)
        t->variables[v->variable] = o->offset + s->st_value;
    }
  }
}

/* Their run-time libraries take over the whole process. Linked statically, not
 * each shows its first function. */
static int refuse_sanitizers(const struct image_template *t, struct why why)
{
  static const char *const names[] = {
      "__asan_init", "__asan_handle_no_return", "__tsan_init",
      "__msan_init", "__hwasan_init",           "__lsan_init"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (object_find(t->objects[0], names[i]))
      return refuse_file(why,
                         "%s: uses a sanitizer (%s), not supported; "
                         "compile without -fsanitize",
                         t->objects[0]->path, names[i]);
  if (t->finds_leaks)
    return refuse_file(why,
                       "%s: uses a sanitizer (of leaks), not supported; "
                       "compile without -fsanitize",
                       t->objects[0]->path);
  return 0;
}

/* One image serves all when nobody writes to it: no file has variables of its
 * own, and none reads those that libc.c keeps per rank, or opens libraries,
 * which may. */
static void find_libc_variable(const struct object *o, size_t symbol, void *arg)
{
  bool *found = arg;
  if (libc_variable(o->strings + o->symbols[symbol].st_name) >= 0)
    *found = true;
}

static bool is_shareable(const struct image_template *t)
{
  bool reads_variables = plain || t->opens;
  for (int i = 0; i < t->object_count; i++)
    if (t->objects[i]->variables) return false;
  template_references(t, find_libc_variable, &reads_variables);
  return !reads_variables;
}

void template_copy_later(struct image_template *t, size_t at, const void *from,
                         size_t n)
{
  struct copy *c = xmalloc(sizeof *c);
  *c = (struct copy){at, n, from, t->copies};
  t->copies = c;
}

/* Depth first; a cycle is cut where it is met again. */
static void put_in_order(struct image_template *t, struct object *o, int *n)
{
  if (o->ordered) return;
  o->ordered = true;
  for (int k = 0; k < o->needed_count; k++)
    put_in_order(t, o->needed[k], n);
  t->order[(*n)++] = o;
}

static void note_reference(const struct object *o, size_t symbol, void *arg)
{
  struct image_template *t = arg;
  const char *name = o->strings + o->symbols[symbol].st_name;
  if (strcmp(name, "dlopen") == 0) t->opens = true;
  if (strcmp(name, "__lsan_is_turned_off") == 0) t->finds_leaks = true;
  if (strcmp(name, "__tsan_init") != 0) return;
  for (int i = 0; i < t->object_count; i++)
    if (t->objects[i] == o) t->objects[i]->checked = true;
}

int template_load(struct image_template *t, struct why why)
{
  lay_out(t);
  if (map_template(t, why)) return -1;
  for (int i = 0; i < t->object_count; i++)
    if (object_load(t->objects[i], why)) return -1;
  if (!t->program) operators_find(t);
  template_references(t, note_reference, t);
  return refuse_sanitizers(t, why);
}

static int fill(struct image_template *t, struct why why)
{
  place_variables(t);
  int ordered = 0;
  put_in_order(t, t->objects[0], &ordered);
  if (tls_plan(t, why) || template_relocate(t, why)) return -1;
  t->shared = is_shareable(t);
  return 0;
}

struct image_template *template_new(void)
{
  struct image_template *t = xcalloc(1, sizeof *t);
  t->memory_file = -1;
  return t;
}

void template_close(struct image_template *t)
{
  for (int i = 0; i < t->object_count; i++) {
    object_close(t->objects[i]);
    free(t->objects[i]);
  }
  for (int i = 0; i < t->system_count; i++)
    free(t->system[i].name);
  if (t->memory && t->memory != MAP_FAILED) munmap(t->memory, t->size);
  if (t->memory_file >= 0) descriptors_drop(t->memory_file);
  free(t->words.at);
  free(t->resolvers.at);
  free(t->outer);
  free(t);
}

int image_open(const char *path, struct image_template **opened, char *text,
               size_t text_size)
{
  struct why why = {text, text_size};
  struct image_template *t = template_new();
  __libc_single_threaded = 0; /* pthread_create() is not the C library's */
  if (open_program(t, path, why) || libraries_find(t, why) ||
      template_load(t, why) || fill(t, why))
    goto failed;
  *opened = t;
  return 0;
failed:
  template_close(t);
  return -1;
}

/* --- completion, when the first image is asked for --- */

/* Every stretch of data once more behind each other; what was never written
 * stays a hole. */
static void copy_group(struct image_template *t)
{
  off_t end = (off_t)t->size;
  for (off_t at = 0; at < end;) {
    off_t data = lseek(t->memory_file, at, SEEK_DATA);
    if (data < 0 || data >= end) return;
    off_t hole = lseek(t->memory_file, data, SEEK_HOLE);
    if (hole < 0 || hole > end) hole = end;
    for (int g = 1; g < t->group; g++)
      if (pwrite(t->memory_file, t->memory + data, hole - data,
                 data + (off_t)g * end) != hole - data)
        template_fail(t, "no memory for its copies");
    at = hole;
  }
}

void template_complete(struct image_template *t)
{
  for (struct copy *c = t->copies; c; c = c->next)
    memcpy(t->memory + c->at, c->from, c->bytes);
  if (t->group > 1) {
    if (ftruncate(t->memory_file, (off_t)t->size * t->group))
      template_fail(t, strerror(errno));
    copy_group(t);
  }
}

/* --- what it refers to --- */

struct names {
  const char **list;
  size_t count;
};

static bool is_mpi(const char *name)
{
  return !strncmp(name, "MPI_", 4) || !strncmp(name, "PMPI_", 5);
}

static void note_mpi(const struct object *o, size_t symbol, void *arg)
{
  struct names *seen = arg;
  const Elf64_Sym *s = &o->symbols[symbol];
  const char *name = o->strings + s->st_name;
  if (s->st_shndx != SHN_UNDEF || !is_mpi(name)) return;
  for (size_t i = 0; i < seen->count; i++)
    if (strcmp(seen->list[i], name) == 0) return;
  seen->list = xgrow(seen->list, seen->count, sizeof *seen->list);
  seen->list[seen->count++] = name;
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void image_calls(const struct image_template *t,
                 void (*each)(const char *name, void *arg), void *arg)
{
  struct names seen = {NULL, 0};
  template_references(t, note_mpi, &seen);
  if (seen.count)
    qsort(seen.list, seen.count, sizeof *seen.list, compare_names);
  for (size_t i = 0; i < seen.count; i++)
    each(seen.list[i], arg);
  free(seen.list);
}

struct uses_mpi {
  const struct object *object;
  bool found;
};

static void find_mpi(const struct object *o, size_t symbol, void *arg)
{
  struct uses_mpi *u = arg;
  const char *name = o->strings + o->symbols[symbol].st_name;
  if (o == u->object && is_mpi(name)) u->found = true;
}

bool image_checked(const struct image_template *t)
{
  for (int i = 0; i < t->object_count; i++)
    if (t->objects[i]->checked) return true;
  return false;
}

bool image_stack_runs(const struct image_template *t)
{
  for (int i = 0; i < t->object_count; i++)
    if (t->objects[i]->stack_runs) return true;
  return false;
}

void image_unchecked(const struct image_template *t,
                     void (*each)(const char *path, void *arg), void *arg)
{
  for (int i = 0; i < t->object_count; i++) {
    struct uses_mpi u = {t->objects[i], i == 0};
    template_references(t, find_mpi, &u);
    if (u.found && !t->objects[i]->checked) each(t->objects[i]->path, arg);
  }
}
