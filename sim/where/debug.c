/* What libdw and the symbol tables say of a program's file, or, where that was
 * stripped, of its debug file.
 *
 * Each file is opened once: the ranges of its compilation units are sorted
 * (not every compiler writes the table that libdw would use), and so are its
 * symbols. */
#include "debug.h"

#include "../../model/memory.h"
#include "../../model/search.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int compare_units(const void *a, const void *b)
{
  const struct unit *x = a, *y = b;
  return x->low < y->low ? -1 : x->low > y->low;
}

static void add_unit(struct debug *f, Dwarf_Die *die, Dwarf_Die whole)
{
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
    f->units = xgrow(f->units, f->unit_count, sizeof *f->units);
    f->units[f->unit_count++] = (struct unit){low, high, whole};
  }
}

static bool is_cxx(Dwarf_Die *unit)
{
  enum { CXX_17 = 0x2b, CXX_20 = 0x2c }; /* older dwarf.h lack them */
  switch (dwarf_srclang(unit)) {
  case DW_LANG_C_plus_plus:
  case DW_LANG_C_plus_plus_03:
  case DW_LANG_C_plus_plus_11:
  case DW_LANG_C_plus_plus_14:
  case CXX_17:
  case CXX_20:
    return true;
  default:
    return false;
  }
}

/* With -gsplit-dwarf all but addresses and lines is in a file of its own. */
static Dwarf_Die whole_of(Dwarf_Die unit)
{
  Dwarf_Die split;
  if (dwarf_cu_info(unit.cu, NULL, NULL, NULL, &split, NULL, NULL, NULL) ||
      !split.addr || dwarf_tag(&split) != DW_TAG_compile_unit)
    return unit;
  return split;
}

static void read_units(struct debug *f)
{
  Dwarf_Off at = 0, next;
  size_t header;
  for (; dwarf_nextcu(f->dwarf, at, &next, &header, NULL, NULL, NULL) == 0;
       at = next) {
    Dwarf_Die die;
    if (!dwarf_offdie(f->dwarf, at + header, &die)) continue;
    Dwarf_Die whole = whole_of(die);
    add_unit(f, &die, whole);
    f->cxx |= is_cxx(&whole);
  }
  if (f->unit_count)
    qsort(f->units, f->unit_count, sizeof *f->units, compare_units);
}

static int compare_symbols(const void *a, const void *b)
{
  const struct symbol_range *x = a, *y = b;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return strcmp(x->name, y->name);
}

static void add_symbol(struct symbols *list, const GElf_Sym *s,
                       const char *name)
{
  list->at = xgrow(list->at, list->count, sizeof *list->at);
  list->at[list->count++] = (struct symbol_range){
      s->st_value, s->st_value + (s->st_size ? s->st_size : 1), name, NULL};
}

static void read_symbol(struct debug *f, const GElf_Sym *s, const char *name)
{
  if (s->st_shndx == SHN_UNDEF || !name) return;
  if (GELF_ST_TYPE(s->st_info) == STT_FUNC) add_symbol(&f->functions, s, name);
  if (GELF_ST_TYPE(s->st_info) == STT_OBJECT) add_symbol(&f->objects, s, name);
}

static void sort_symbols(struct symbols *list)
{
  if (list->count)
    qsort(list->at, list->count, sizeof *list->at, compare_symbols);
}

/* The full table where there is one, else the dynamic one. */
static void read_symbols(struct debug *f, Elf *elf)
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
      read_symbol(f, &s, elf_strptr(elf, header.sh_link, s.st_name));
  }
  sort_symbols(&f->functions);
  sort_symbols(&f->objects);
}

/* --- opening --- */

/* The debug file of a stripped one: by its build id, or as .gnu_debuglink
 * names it, beside it, in .debug there or in /usr/lib/debug. No server is asked
 * (DEBUGINFOD_URLS), since a run is to repeat. */
static Dwarf *find_separate(const char *path)
{
  static const Dwfl_Callbacks callbacks = {
      .find_elf = dwfl_build_id_find_elf,
      .find_debuginfo = dwfl_standard_find_debuginfo,
      .section_address = dwfl_offline_section_address};
  static char *none[] = {NULL};
  char **program = environ;
  Dwarf_Addr bias;
  environ = none;
  Dwfl *d = dwfl_begin(&callbacks);
  Dwfl_Module *m = d ? dwfl_report_offline(d, "", path, -1) : NULL;
  Dwarf *dwarf = m ? dwfl_module_getdwarf(m, &bias) : NULL;
  environ = program;
  return dwarf;
}

static void open_separate(struct debug *f)
{
  Dwarf *dwarf = find_separate(f->path);
  if (!dwarf) return;
  f->dwarf = dwarf;
  read_units(f);
  if (!f->objects.count && !f->functions.count)
    read_symbols(f, dwarf_getelf(dwarf));
}

/* Those who ask have few names, each in one place. */
struct debug *debug_open(const char *path)
{
  static struct debug *files, *latest;
  static const char *asked;
  if (path == asked) return latest;
  asked = path;
  for (latest = files; latest; latest = latest->next)
    if (strcmp(latest->path, path) == 0) return latest;
  struct debug *f = latest = xcalloc(1, sizeof *f);
  f->path = xstrdup(path);
  f->next = files;
  files = f;
  elf_version(EV_CURRENT);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
  if (!elf) return f;
  read_symbols(f, elf);
  f->frames = dwarf_getcfi_elf(elf);
  f->dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
  if (f->dwarf) read_units(f);
  if (!f->unit_count) open_separate(f);
  return f;
}

/* --- one address --- */

Dwarf_Die *debug_unit(const struct debug *f, Dwarf_Addr a)
{
  size_t n = SEARCH_LEADING(f->unit_count, i, f->units[i].low <= a);
  return n > 0 && a < f->units[n - 1].high ? &f->units[n - 1].die : NULL;
}

static struct symbol_range *symbol_of(const struct symbols *list, GElf_Addr a)
{
  size_t n = SEARCH_LEADING(list->count, i, list->at[i].low <= a);
  return n > 0 && a < list->at[n - 1].high ? &list->at[n - 1] : NULL;
}

const struct symbol_range *debug_function(const struct debug *f, Dwarf_Addr a)
{
  return symbol_of(&f->functions, a);
}

struct symbol_range *debug_object(const struct debug *f, Dwarf_Addr a)
{
  return symbol_of(&f->objects, a);
}

/* --- frames --- */

enum { RBP = 6, RSP = 7 };

static bool read_end(Dwarf_Frame *frame, struct debug_frame *d)
{
  Dwarf_Op *op;
  size_t n;
  if (dwarf_frame_cfa(frame, &op, &n) || n != 1 || op->atom != DW_OP_bregx ||
      (op->number != RBP && op->number != RSP))
    return false;
  d->by_pointer = op->number == RBP;
  d->above = (long)op->number2;
  return true;
}

static bool read_saved(Dwarf_Frame *frame, struct debug_frame *d)
{
  Dwarf_Op room[3], *op;
  size_t n;
  d->saved = 0;
  if (dwarf_frame_register(frame, RBP, room, &op, &n)) return false;
  if (n == 0) return true;
  if (n != 2 || op[0].atom != DW_OP_call_frame_cfa ||
      op[1].atom != DW_OP_plus_uconst)
    return false;
  d->saved = (long)op[1].number;
  return true;
}

bool debug_frame(const struct debug *f, Dwarf_Addr a, struct debug_frame *d)
{
  Dwarf_Frame *frame = NULL;
  if (!f->frames || dwarf_cfi_addrframe(f->frames, a, &frame)) return false;
  bool told = read_end(frame, d) && read_saved(frame, d);
  free(frame);
  return told;
}

/* The caller's frame ends two words above: its frame pointer, a return. */
bool debug_has_frame_pointer(const struct debug *f, Dwarf_Addr a)
{
  enum { CALLER = 16 };
  struct debug_frame d;
  return debug_frame(f, a, &d) && d.by_pointer && d.above == CALLER;
}

/* --- inlined functions --- */

static bool number_of(Dwarf_Die *die, unsigned what, Dwarf_Word *number)
{
  Dwarf_Attribute attribute;
  return dwarf_formudata(dwarf_attr(die, what, &attribute), number) == 0;
}

struct debug_spot debug_caller(Dwarf_Die *unit, Dwarf_Die *inlined)
{
  Dwarf_Word file, line, column = 0;
  Dwarf_Files *files;
  size_t count;
  if (!number_of(inlined, DW_AT_call_file, &file) ||
      !number_of(inlined, DW_AT_call_line, &line) ||
      dwarf_getsrcfiles(unit, &files, &count) || file >= count)
    return (struct debug_spot){0};
  number_of(inlined, DW_AT_call_column, &column);
  return (struct debug_spot){dwarf_filesrc(files, file, NULL, NULL), (int)line,
                             (int)column};
}
