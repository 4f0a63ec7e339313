/* dlopen() and its relatives: libraries and symbols as the rank's program has
 * them.
 *
 * A handle is the file itself, of the program or of a late library; that of
 * Oriel's own functions; or the C library's, of one that all ranks share.
 * Libraries stay: dlclose() does nothing. */
#include "template.h"

#include "../../model/memory.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static char own_functions; /* its address is Oriel's handle */

/* As in the C library, what succeeds leaves nothing of earlier errors. */
static void forget_error(void)
{
  struct libc_state *libc = &libc_self()->libc;
  free(libc->dl_error);
  libc->dl_error = NULL;
}

static struct why dl_why(void)
{
  enum { SIZE = 2 * PATH_MAX };
  struct libc_state *libc = &libc_self()->libc;
  free(libc->dl_error);
  libc->dl_error = xcalloc(SIZE, 1);
  return (struct why){libc->dl_error, SIZE};
}

static char *dl_dlerror(void)
{
  struct libc_state *libc = &libc_self()->libc;
  free(libc->dl_error_given);
  libc->dl_error_given = libc->dl_error;
  libc->dl_error = NULL;
  return libc->dl_error_given;
}

static void *refused(const char *what)
{
  refuse_file(dl_why(), "%s is not supported in a simulated rank", what);
  return NULL;
}

static void *no_mode(const char *name)
{
  refuse_file(dl_why(), "%s: invalid mode for dlopen(): Invalid argument",
              name ? name : "");
  return NULL;
}

/* The file that code belongs to; the program, of a library that all share. */
static const struct object *caller(const void *site)
{
  size_t offset;
  char *base;
  const struct image_template *t = template_of(site, &offset, &base);
  const struct object *o = t ? template_object(t, offset) : NULL;
  return o ? o : libc_self()->of->objects[0];
}

static void *dl_dlopen(const char *name, int mode)
{
  struct image *i = libc_self();
  const struct object *by = caller(__builtin_return_address(0));
  struct object *found;
  void *shared;
  char text[2 * PATH_MAX] = "";
  forget_error();
  if (!(mode & (RTLD_LAZY | RTLD_NOW))) return no_mode(name);
  if (!name || !*name) return i->of->objects[0];
  if (mode & RTLD_NOLOAD && !library_is_there(by, name)) return NULL;
  if (late_open(i, by, name, mode & RTLD_GLOBAL, &found, &shared,
                (struct why){text, sizeof text})) {
    refuse_file(dl_why(), "%s", text);
    return NULL;
  }
  return found ? (void *)found : shared ? shared : &own_functions;
}

static int dl_dlclose(void *handle)
{
  (void)handle;
  forget_error();
  return 0;
}

static void *dl_dlmopen(long space, const char *name, int mode)
{
  (void)space, (void)name, (void)mode;
  return refused("dlmopen()");
}

/* --- symbols --- */

static struct object *as_object(const struct image *i, const void *handle)
{
  for (int k = 0; k < i->of->object_count; k++)
    if (i->of->objects[k] == handle) return i->of->objects[k];
  for (int k = 0; k < i->late_count; k++)
    if (i->late[k]->objects[0] == handle) return i->late[k]->objects[0];
  return NULL;
}

static void *address_of(const struct image *i, const struct symbol *s)
{
  if (s->kind == SYMBOL_ADDRESS) return (void *)s->value;
  if (ELF64_ST_TYPE(s->definition->st_info) == STT_TLS)
    return (void *)(own_block_end() + tls_position(s->object, s->value));
  char *p = image_place(i, s->of) + s->value;
  return s->kind == SYMBOL_RESOLVER ? ((void *(*)(void))p)() : p;
}

/* `after`: only in the files behind that one. */
struct search {
  const struct image *image;
  const char *name;
  const struct object *after;
  struct symbol found;
};

static bool is_here(struct search *s, const struct object *o)
{
  if (!s->after) return symbol_in(o, s->name, &s->found) == 0;
  if (s->after == o) s->after = NULL;
  return false;
}

static bool search_list(struct search *s, const struct object *const *list)
{
  for (; list && *list; list++)
    if (is_here(s, *list)) return true;
  return false;
}

/* What every file of the program sees, and that one. */
static bool search_for(struct search *s, const struct object *by)
{
  const struct image *i = s->image;
  for (int k = 0; k < i->of->object_count; k++)
    if (is_here(s, i->of->objects[k])) return true;
  if (search_list(s, by->of->scope)) return true;
  for (int k = 0; k < i->late_count; k++)
    if (i->late[k]->global && is_here(s, i->late[k]->objects[0])) return true;
  return false;
}

static bool search_library(struct search *s, const struct object *o)
{
  const struct object **list = late_reach(s->image->of, o);
  bool found = is_here(s, o) || search_list(s, list);
  free(list);
  for (int k = 0; k < o->needed_count && !found; k++)
    found = is_here(s, o->needed[k]);
  return found;
}

static void *find(void *handle, const char *name, const struct object *by)
{
  struct image *i = libc_self();
  struct search s = {.image = i, .name = name};
  const struct object *o = as_object(i, handle);
  bool any = handle == RTLD_DEFAULT || handle == RTLD_NEXT;
  if (handle == RTLD_NEXT) s.after = by;
  if (any || o == i->of->objects[0] ? search_for(&s, by)
                                    : o && search_library(&s, o))
    return address_of(i, &s.found);
  int v = libc_variable(name);
  if (v >= 0) return libc_address(i, v);
  void *p = symbol_outside(i->of, name, NULL, by->checked);
  bool shared = !any && !o && handle != &own_functions;
  return p || !shared ? p : dlsym(handle, name);
}

static void *dl_find(void *handle, const char *name, const void *site)
{
  const struct object *by = caller(site);
  forget_error();
  void *p = find(handle, name, by);
  if (!p) refuse_file(dl_why(), "%s: undefined symbol: %s", by->path, name);
  return p;
}

static void *dl_dlsym(void *handle, const char *name)
{
  return dl_find(handle, name, __builtin_return_address(0));
}

static void *dl_dlvsym(void *handle, const char *name, const char *version)
{
  (void)version;
  return dl_find(handle, name, __builtin_return_address(0));
}

/* --- what there is --- */

int libc_dladdr(const void *address, Dl_info *info)
{
  size_t offset;
  char *base;
  const struct image_template *t = template_of(address, &offset, &base);
  if (!t) return dladdr(address, info);
  const struct object *o = template_object(t, offset);
  if (!o) return 0;
  const Elf64_Sym *s = object_symbol_at(o, offset - o->offset);
  info->dli_fname = o->path;
  info->dli_fbase = base + o->offset + o->origin;
  info->dli_sname = s ? o->strings + s->st_name : NULL;
  info->dli_saddr = s ? base + o->offset + s->st_value : NULL;
  return 1;
}

static int dl_dladdr1(const void *address, Dl_info *info, void **extra,
                      int flags)
{
  (void)flags;
  *extra = NULL;
  return libc_dladdr(address, info);
}

static int dl_dlinfo(void *handle, int request, void *arg)
{
  if (!as_object(libc_self(), handle) && handle != &own_functions)
    return dlinfo(handle, request, arg);
  refused("dlinfo() of a library of the program's own");
  return -1;
}

const struct libc_entry libc_dl_table[] = {
    {"dlopen", dl_dlopen},   {"dlclose", dl_dlclose},
    {"dlmopen", dl_dlmopen}, {"dlsym", dl_dlsym},
    {"dlvsym", dl_dlvsym},   {"dlerror", dl_dlerror},
    {"dladdr", libc_dladdr}, {"dladdr1", dl_dladdr1},
    {"dlinfo", dl_dlinfo},   {NULL, NULL}};
