/* Where: source lines by libdw, function names by the symbol table.
 *
 * Each file is opened once: the ranges of its compilation units are sorted
 * (not every compiler writes the table that libdw would use), and so are its
 * function symbols. Each answer is made once and kept. A return address
 * belongs to the instruction before it. */
#include "where.h"

#include "../../model/memory.h"
#include "../image/image.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit {
  Dwarf_Addr low, high; /* [low, high) */
  Dwarf_Die die;
};

struct function {
  GElf_Addr low, high;
  const char *name;
};

struct file {
  char *path;
  Dwarf *dwarf; /* NULL: no debug information */
  struct unit *units;
  size_t unit_count;
  struct function *functions;
  size_t function_count;
  struct file *next;
};

/* --- what a file says --- */

static int compare_units(const void *a, const void *b)
{
  const struct unit *x = a, *y = b;
  return x->low < y->low ? -1 : x->low > y->low;
}

static void add_unit(struct file *f, Dwarf_Die *die)
{
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
    f->units = xrealloc(f->units, (f->unit_count + 1) * sizeof *f->units);
    f->units[f->unit_count++] = (struct unit){low, high, *die};
  }
}

static void read_units(struct file *f)
{
  Dwarf_Off at = 0, next;
  size_t header;
  for (; dwarf_nextcu(f->dwarf, at, &next, &header, NULL, NULL, NULL) == 0;
       at = next) {
    Dwarf_Die die;
    if (dwarf_offdie(f->dwarf, at + header, &die)) add_unit(f, &die);
  }
  if (f->unit_count)
    qsort(f->units, f->unit_count, sizeof *f->units, compare_units);
}

static int compare_functions(const void *a, const void *b)
{
  const struct function *x = a, *y = b;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return strcmp(x->name, y->name);
}

static void add_function(struct file *f, const GElf_Sym *s, const char *name)
{
  if (GELF_ST_TYPE(s->st_info) != STT_FUNC || s->st_shndx == SHN_UNDEF) return;
  if (!name) return;
  f->functions =
      xrealloc(f->functions, (f->function_count + 1) * sizeof *f->functions);
  f->functions[f->function_count++] = (struct function){
      s->st_value, s->st_value + (s->st_size ? s->st_size : 1), name};
}

/* The full table where there is one, else the dynamic one. */
static void read_functions(struct file *f, Elf *elf)
{
  Elf_Scn *section = NULL, *table = NULL;
  GElf_Shdr h, header;
  while ((section = elf_nextscn(elf, section))) {
    if (!gelf_getshdr(section, &h)) continue;
    bool full = h.sh_type == SHT_SYMTAB;
    if (!full && (h.sh_type != SHT_DYNSYM || table)) continue;
    table = section;
    header = h;
    if (full) break;
  }
  Elf_Data *data = table ? elf_getdata(table, NULL) : NULL;
  if (!data || !header.sh_entsize) return;
  for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
    GElf_Sym s;
    if (gelf_getsym(data, (int)i, &s))
      add_function(f, &s, elf_strptr(elf, header.sh_link, s.st_name));
  }
  if (f->function_count)
    qsort(f->functions, f->function_count, sizeof *f->functions,
          compare_functions);
}

static struct file *file_of(const char *path)
{
  static struct file *files;
  for (struct file *f = files; f; f = f->next)
    if (strcmp(f->path, path) == 0) return f;
  struct file *f = xcalloc(1, sizeof *f);
  f->path = xstrdup(path);
  f->next = files;
  files = f;
  elf_version(EV_CURRENT);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
  if (!elf) return f;
  read_functions(f, elf);
  f->dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
  if (f->dwarf) read_units(f);
  return f;
}

/* --- one address --- */

static Dwarf_Die *unit_of(const struct file *f, Dwarf_Addr a)
{
  size_t low = 0, high = f->unit_count; /* the last one that starts by a */
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (f->units[middle].low <= a)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && a < f->units[low - 1].high ? &f->units[low - 1].die : NULL;
}

static const struct function *symbol_of(const struct file *f, GElf_Addr a)
{
  size_t low = 0, high = f->function_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (f->functions[middle].low <= a)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && a < f->functions[low - 1].high ? &f->functions[low - 1]
                                                   : NULL;
}

static const char *base_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* "halo.c:95", false when there is none. */
static bool line_of(Dwarf_Die *unit, Dwarf_Addr a, char *text, size_t size)
{
  Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, a) : NULL;
  const char *source = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
  int number = 0;
  if (!source || dwarf_lineno(line, &number) || number == 0) return false;
  snprintf(text, size, "%s:%d", base_name(source), number);
  return true;
}

/* The innermost function, inlined or not. */
static const char *function_of(Dwarf_Die *unit, Dwarf_Addr a)
{
  Dwarf_Die *scopes = NULL;
  const char *name = NULL;
  int n = dwarf_getscopes(unit, a, &scopes);
  for (int i = 0; i < n && !name; i++) {
    int tag = dwarf_tag(&scopes[i]);
    if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
      name = dwarf_diename(&scopes[i]);
  }
  free(scopes);
  return name;
}

/* "main+0x1f", of the program's file; "halo+0x11f9" without symbols. */
static void offset_of(const struct file *f, GElf_Addr site, char *text,
                      size_t size)
{
  const struct function *s = symbol_of(f, site - 1);
  if (s)
    snprintf(text, size, "%s+0x%lx", s->name, (long)(site - s->low));
  else
    snprintf(text, size, "%s+0x%lx", base_name(f->path), (long)site);
}

static void describe_image(const char *path, unsigned long site, bool function,
                           char *text, size_t size)
{
  const struct file *f = file_of(path);
  Dwarf_Die *unit = unit_of(f, site - 1);
  if (!line_of(unit, site - 1, text, size)) {
    offset_of(f, site, text, size);
    return;
  }
  const char *name = function ? function_of(unit, site - 1) : NULL;
  size_t n = strlen(text);
  if (name) snprintf(text + n, size - n, ", %s()", name);
}

/* Code that belongs to no image: which library. (Its functions' names differ
 * between processors.) */
static void describe_other(const char *site, bool function, char *text,
                           size_t size)
{
  Dl_info info;
  bool known = function && dladdr(site - 1, &info) && info.dli_fname;
  snprintf(text, size, "%s", known ? base_name(info.dli_fname) : "?");
}

/* --- answers --- */

struct answer {
  unsigned long key;
  const char *path; /* an object's, or NULL */
  bool function;
  char *text;
};

static struct {
  struct answer *list; /* a hash table, a power of two in size */
  size_t count, size;
} answers;

static struct answer *slot_of(unsigned long key, const char *path,
                              bool function)
{
  uint64_t h =
      (key ^ (uint64_t)(uintptr_t)path * 31 ^ function) * 0x9e3779b97f4a7c15u;
  for (size_t i = h >> 32;; i++) {
    struct answer *a = &answers.list[i & (answers.size - 1)];
    if (!a->text ||
        (a->key == key && a->path == path && a->function == function))
      return a;
  }
}

static void grow_answers(void)
{
  struct answer *old = answers.list;
  size_t n = answers.size;
  if (2 * answers.count < n) return;
  answers.size = n ? 2 * n : 256;
  answers.list = xcalloc(answers.size, sizeof *answers.list);
  for (size_t i = 0; i < n; i++)
    if (old[i].text)
      *slot_of(old[i].key, old[i].path, old[i].function) = old[i];
  free(old);
}

static const char *describe(const void *site, bool function)
{
  char text[512];
  const char *path = NULL;
  if (!site) return "?";
  /* The byte before: a call may be the last instruction of its file. */
  unsigned long address = image_file_address((const char *)site - 1, &path);
  unsigned long key = path ? address + 1 : (unsigned long)site;
  grow_answers();
  struct answer *a = slot_of(key, path, function);
  if (a->text) return a->text;
  if (path)
    describe_image(path, key, function, text, sizeof text);
  else
    describe_other(site, function, text, sizeof text);
  *a = (struct answer){key, path, function, xstrdup(text)};
  answers.count++;
  return a->text;
}

const char *where_call(const void *site)
{
  return describe(site, false);
}

const char *where_function(const void *site)
{
  return describe(site, true);
}
