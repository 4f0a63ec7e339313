/* Relocation: the template's words get their values, once for all ranks.
 *
 * A word that is to hold an address in the image gets the offset in the
 * template and is noted in `words`, unless it is in a list of constructors; one
 * that an indirect function decides is noted in `resolvers`; all others are
 * final. COPY relocations come last: they duplicate words that must be final by
 * then. */
#include "template.h"

#include "../../model/memory.h"

#include <stdio.h>
#include <string.h>

enum { UNDEFINED_SHOWN = 8 };

static void offsets_add(struct offsets *list, size_t offset)
{
  list->at = xgrow(list->at, list->count, sizeof *list->at);
  list->at[list->count++] = offset;
}

struct loading {
  struct image_template *t;
  struct object *o;
  struct why why;
  struct why undefined; /* the names so far */
  int undefined_count;
};

static uint64_t *word_at(struct image_template *t, size_t offset)
{
  return (uint64_t *)(t->memory + offset);
}

static bool is_in(const struct array *a, size_t at)
{
  return at >= a->at && at < a->at + a->bytes;
}

/* The lists of constructors and destructors, which Oriel alone reads (run.c):
 * they keep offsets, so that the page they are on is not written. */
static bool is_listed(const struct object *o, size_t at)
{
  size_t here = at - o->offset;
  return is_in(&o->preinit, here) || is_in(&o->init, here) ||
         is_in(&o->fini, here);
}

static void store_offset(struct loading *l, size_t at, size_t value)
{
  *word_at(l->t, at) = value;
  if (!is_listed(l->o, at)) offsets_add(&l->t->words, at);
}

/* A word that is an offset in the image of another template. */
static void store_outer(struct image_template *t, size_t at,
                        const struct symbol *s, Elf64_Sxword addend)
{
  *word_at(t, at) = s->value + addend;
  t->outer = xgrow(t->outer, t->outer_count, sizeof *t->outer);
  t->outer[t->outer_count++] =
      (struct outer){at, s->of, s->kind == SYMBOL_RESOLVER};
}

static void store_resolver(struct image_template *t, size_t at, size_t value)
{
  *word_at(t, at) = value;
  offsets_add(&t->resolvers, at);
}

static void note_undefined(struct loading *l, const char *name)
{
  char *text = l->undefined.text;
  size_t size = l->undefined.size, used = strlen(text);
  char *seen = strstr(text, name);
  size_t n = strlen(name);
  if (seen && (seen[n] == ',' || seen[n] == 0) &&
      (seen == text || seen[-1] == ' '))
    return;
  if (l->undefined_count++ < UNDEFINED_SHOWN)
    snprintf(text + used, size - used, "%s%s", used ? ", " : "", name);
}

static const char *symbol_name(const struct object *o, size_t index)
{
  return o->strings + o->symbols[index].st_name;
}

/* A symbol is not there; of functions of OpenMP a message tells the name. */
static int refuse_openmp(struct loading *l, const char *name)
{
  if (strncmp(name, "GOMP_", 5) != 0 && strncmp(name, "GOACC_", 6) != 0 &&
      strncmp(name, "__kmpc_", 7) != 0 && strncmp(name, "__tgt_", 6) != 0 &&
      strncmp(name, "omp_", 4) != 0 && strncmp(name, "ompc_", 5) != 0 &&
      strncmp(name, "kmp_", 4) != 0)
    return 0;
  return refuse_file(l->why, "%s: uses %s() of OpenMP, which is not supported",
                     l->o->path, name);
}

static int relocate_symbol(struct loading *l, const Elf64_Rela *r, size_t at,
                           Elf64_Sxword addend)
{
  struct symbol s;
  size_t index = ELF64_R_SYM(r->r_info);
  const char *name = symbol_name(l->o, index);
  if (symbol_find(l->t, l->o, index, false, &s)) {
    if (refuse_openmp(l, name)) return -1;
    note_undefined(l, name);
    return 0;
  }
  if (s.of && s.of != l->t) {
    store_outer(l->t, at, &s, addend);
    return 0;
  }
  switch (s.kind) {
  case SYMBOL_OFFSET:
    store_offset(l, at, s.value + addend);
    break;
  case SYMBOL_RESOLVER:
    store_resolver(l->t, at, s.value);
    break;
  case SYMBOL_ADDRESS:
    *word_at(l->t, at) = s.value + addend;
    break;
  }
  return 0;
}

/* --- thread-locals --- */

/* Where the symbol (or, with index 0, the file's own block) lies relative to
 * %fs. */
static int find_tls(struct loading *l, size_t index, long *module,
                    long *in_module)
{
  struct symbol s;
  *module = *in_module = 0;
  if (index == 0) {
    *module = tls_position(l->o, 0);
    return 0;
  }
  if (symbol_find(l->t, l->o, index, false, &s)) {
    note_undefined(l, symbol_name(l->o, index));
    return -1;
  }
  if (s.kind == SYMBOL_OFFSET && s.object) {
    *module = tls_position(s.object, 0);
    *in_module = s.value;
  } else if (s.value) {
    *module = s.value - own_block_end();
  }
  return 0;
}

/* A descriptor is a function and its argument: the function finds the
 * argument behind itself and returns it in %rax, all other registers kept. */
__asm__(".pushsection .text\n"
        ".hidden oriel_tls_descriptor\n"
        ".globl oriel_tls_descriptor\n"
        ".type oriel_tls_descriptor, @function\n"
        "oriel_tls_descriptor:\n"
        "  movq 8(%rax), %rax\n"
        "  ret\n"
        ".size oriel_tls_descriptor, .-oriel_tls_descriptor\n"
        ".popsection\n");
extern char oriel_tls_descriptor[];

static void relocate_tls(struct loading *l, const Elf64_Rela *r, size_t at)
{
  long module, in_module;
  if (find_tls(l, ELF64_R_SYM(r->r_info), &module, &in_module)) return;
  uint64_t *word = word_at(l->t, at);
  switch (ELF64_R_TYPE(r->r_info)) {
  case R_X86_64_DTPMOD64:
    word[0] = module;
    break;
  case R_X86_64_DTPOFF64:
    word[0] = in_module + r->r_addend;
    break;
  case R_X86_64_TPOFF64:
    word[0] = module + in_module + r->r_addend;
    break;
  case R_X86_64_TLSDESC:
    word[0] = (uint64_t)oriel_tls_descriptor;
    word[1] = module + in_module + r->r_addend;
    break;
  }
}

/* --- copies --- */

/* A variable of the template: with those of its words that need the base. */
static void copy_inside(struct image_template *t, size_t to, size_t from,
                        size_t n)
{
  memcpy(t->memory + to, t->memory + from, n);
  for (size_t i = 0, count = t->words.count; i < count; i++) {
    size_t at = t->words.at[i];
    if (at >= from && at < from + n) offsets_add(&t->words, to + (at - from));
  }
}

static void relocate_copy(struct loading *l, const Elf64_Rela *r, size_t at)
{
  struct symbol s;
  size_t index = ELF64_R_SYM(r->r_info);
  const char *name = symbol_name(l->o, index);
  size_t n = l->o->symbols[index].st_size;
  int v = libc_variable(name);
  if (v >= 0) { /* this copy is the variable: nobody else has it */
    unsigned long initial = libc_variable_initial(v);
    memcpy(l->t->memory + at, &initial,
           n < sizeof initial ? n : sizeof initial);
  } else if (symbol_find(l->t, l->o, index, true, &s)) {
    note_undefined(l, name);
  } else if (s.kind == SYMBOL_OFFSET) {
    copy_inside(l->t, at, s.value, n < s.size ? n : s.size);
  } else if (s.value) {
    template_copy_later(l->t, at, (const void *)s.value, n);
  }
}

/* --- a file's tables --- */

static int relocate_one(struct loading *l, const Elf64_Rela *r)
{
  size_t at = l->o->offset + r->r_offset;
  unsigned type = ELF64_R_TYPE(r->r_info);
  if (r->r_offset < l->o->origin || r->r_offset > l->o->end - 8)
    return refuse_file(l->why, "%s: its relocations are damaged", l->o->path);
  switch (type) {
  case R_X86_64_NONE:
    return 0;
  case R_X86_64_RELATIVE:
    store_offset(l, at, l->o->offset + r->r_addend);
    return 0;
  case R_X86_64_IRELATIVE:
    store_resolver(l->t, at, l->o->offset + r->r_addend);
    return 0;
  case R_X86_64_64:
    return relocate_symbol(l, r, at, r->r_addend);
  case R_X86_64_GLOB_DAT:
  case R_X86_64_JUMP_SLOT:
    return relocate_symbol(l, r, at, 0);
  case R_X86_64_DTPMOD64:
  case R_X86_64_DTPOFF64:
  case R_X86_64_TPOFF64:
  case R_X86_64_TLSDESC:
    relocate_tls(l, r, at);
    return 0;
  case R_X86_64_COPY:
    return 0; /* later */
  }
  return refuse_file(l->why,
                     "%s: has code that is not position-independent "
                     "(relocation %u); compile it with orielcc",
                     l->o->path, type);
}

static int each_rela(struct loading *l,
                     int (*f)(struct loading *, const Elf64_Rela *))
{
  const struct array *tables[] = {&l->o->rela, &l->o->plt};
  for (int k = 0; k < 2; k++) {
    const Elf64_Rela *r = object_at(l->o, tables[k]->at);
    for (size_t n = tables[k]->bytes / sizeof *r; n > 0; n--, r++)
      if (f(l, r)) return -1;
  }
  return 0;
}

static int relocate_copies(struct loading *l, const Elf64_Rela *r)
{
  if (ELF64_R_TYPE(r->r_info) == R_X86_64_COPY)
    relocate_copy(l, r, l->o->offset + r->r_offset);
  return 0;
}

/* Packed relative relocations: an address, or a map of the 63 words that
 * follow the last one. */
static void relocate_packed(struct loading *l)
{
  const uint64_t *entry = object_at(l->o, l->o->relr.at);
  size_t next = 0;
  for (size_t n = l->o->relr.bytes / 8; n > 0; n--, entry++) {
    uint64_t bits = *entry;
    if (!(bits & 1)) {
      next = l->o->offset + bits;
      store_offset(l, next, *word_at(l->t, next) + l->o->offset);
      next += 8;
      continue;
    }
    for (size_t at = next; bits >>= 1; at += 8)
      if (bits & 1) store_offset(l, at, *word_at(l->t, at) + l->o->offset);
    next += 63 * 8;
  }
}

int template_relocate(struct image_template *t, struct why why)
{
  char names[512] = "";
  struct loading l = {t, NULL, why, {names, sizeof names}, 0};
  for (int i = 0; i < t->object_count; i++) {
    l.o = t->objects[i];
    relocate_packed(&l);
    if (each_rela(&l, relocate_one)) return -1;
  }
  for (int i = t->object_count - 1; i >= 0; i--) {
    l.o = t->objects[i];
    each_rela(&l, relocate_copies);
  }
  if (l.undefined_count == 0) return 0;
  return refuse_file(why, "%s: undefined: %s%s", t->objects[0]->path, names,
                     l.undefined_count > UNDEFINED_SHOWN ? ", ..." : "");
}

void template_references(const struct image_template *t,
                         void (*each)(const struct object *, size_t symbol,
                                      void *arg),
                         void *arg)
{
  for (int i = 0; i < t->object_count; i++) {
    const struct object *o = t->objects[i];
    const struct array *tables[] = {&o->rela, &o->plt};
    for (int k = 0; k < 2; k++) {
      const Elf64_Rela *r = object_at(o, tables[k]->at);
      for (size_t n = tables[k]->bytes / sizeof *r; n > 0; n--, r++)
        if (ELF64_R_SYM(r->r_info)) each(o, ELF64_R_SYM(r->r_info), arg);
    }
  }
}
