/* Symbols: who defines what a file of the template refers to.
 *
 * Order: the program and its private libraries, for a late library also those
 * of its scope; what libc.c keeps per rank; Oriel's own MPI functions; the
 * shared system libraries, in the version that was linked against. Invariant:
 * nothing else that happens to be in this process (SimGrid has MPI functions
 * too) is ever found. */
#include "template.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

static int found_offset(const struct object *o, const Elf64_Sym *s,
                        struct symbol *found)
{
  found->object = o;
  found->of = o->of;
  found->definition = s;
  found->value = s->st_value;
  found->size = s->st_size;
  found->kind = SYMBOL_ADDRESS;
  if (s->st_shndx == SHN_ABS) return 0;
  found->kind = ELF64_ST_TYPE(s->st_info) == STT_GNU_IFUNC ? SYMBOL_RESOLVER
                                                           : SYMBOL_OFFSET;
  if (ELF64_ST_TYPE(s->st_info) != STT_TLS) found->value += o->offset;
  return 0;
}

static int found_address(void *p, struct symbol *found)
{
  found->kind = SYMBOL_ADDRESS;
  found->object = NULL;
  found->of = NULL;
  found->definition = NULL;
  found->value = (size_t)p;
  found->size = 0;
  return 0;
}

/* What contains it. (dladdr would read all symbols of that for a name.) */
static const struct link_map *loaded_at(void *p)
{
  struct dl_find_object found;
  return p && !_dl_find_object(p, &found) ? found.dlfo_link_map : NULL;
}

/* What Oriel itself exports, and not what its own libraries do. */
static void *find_own(const char *name)
{
  static const struct link_map *own;
  static void *handle;
  if (!handle) {
    own = loaded_at((void *)&symbol_find);
    handle = dlopen(own->l_name, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) handle = dlopen(NULL, RTLD_LAZY);
  }
  void *p = dlsym(handle, name);
  return loaded_at(p) == own ? p : NULL;
}

static void *find_system(const struct image_template *t, const char *name,
                         const char *version)
{
  void *p = NULL;
  for (int i = 0; version && !p && i < t->system_count; i++)
    p = dlvsym(t->system[i].handle, name, version);
  for (int i = 0; !p && i < t->system_count; i++)
    p = dlsym(t->system[i].handle, name);
  return p;
}

/* Does an object use its own definition, whatever others define? */
static bool is_bound_to_itself(const struct object *by, const Elf64_Sym *s)
{
  if (s->st_shndx == SHN_UNDEF) return false;
  if (ELF64_ST_BIND(s->st_info) == STB_LOCAL ||
      ELF64_ST_VISIBILITY(s->st_other) != STV_DEFAULT)
    return true;
  for (const Elf64_Dyn *d = by->dynamic; d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_SYMBOLIC ||
        (d->d_tag == DT_FLAGS && d->d_un.d_val & DF_SYMBOLIC))
      return true;
  return false;
}

int symbol_in(const struct object *o, const char *name, struct symbol *found)
{
  const Elf64_Sym *s = object_find(o, name);
  return s ? found_offset(o, s, found) : -1;
}

void *symbol_outside(const struct image_template *program, const char *name,
                     const char *version, bool checked)
{
  void *p = NULL;
  bool replaceable = operators_include(name);
  if (!replaceable || !program->operators.any) p = libc_function(name, checked);
  if (!p && !replaceable) p = find_own(name);
  return p ? p : find_system(program, name, version);
}

static int find_variable(struct image_template *t, const char *name,
                         struct symbol *found)
{
  int v = libc_variable(name);
  if (v < 0) return -1;
  found->kind = SYMBOL_OFFSET;
  found->object = NULL;
  found->of = t;
  found->definition = NULL;
  found->value = t->variables[v];
  found->size = LIBC_VARIABLE_SIZE;
  return 0;
}

/* An allocator's malloc() is left: the C library, whose copy all ranks share,
 * hands memory of its own to the program, as by strdup(), which frees it, and
 * C++'s does so. */
static bool is_left(const struct object *o, const struct object *by,
                    size_t index, const struct image_template *program)
{
  const char *name = by->strings + by->symbols[index].st_name;
  return o->allocates &&
         symbol_outside(program, name, object_version(by, index), by->checked);
}

int symbol_find(struct image_template *t, const struct object *by, size_t index,
                bool skip_program, struct symbol *found)
{
  struct image_template *program = t->program ? t->program : t;
  const Elf64_Sym *wanted = &by->symbols[index];
  const char *name = by->strings + wanted->st_name;
  if (!skip_program && is_bound_to_itself(by, wanted))
    return found_offset(by, wanted, found);
  for (int i = skip_program; i < program->object_count; i++)
    if (symbol_in(program->objects[i], name, found) == 0 &&
        !is_left(program->objects[i], by, index, program))
      return 0;
  for (const struct object *const *o = t->scope; o && *o; o++)
    if (symbol_in(*o, name, found) == 0) return 0;
  if (find_variable(program, name, found) == 0) return 0;
  void *p =
      symbol_outside(program, name, object_version(by, index), by->checked);
  if (p || ELF64_ST_BIND(wanted->st_info) == STB_WEAK)
    return found_address(p, found);
  return -1;
}
