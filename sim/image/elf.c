/* ELF files: opened, checked and read into a template.
 *
 * A file is checked in the order in which a user would want to be told: is it
 * there, is it a program, of this machine, position-independent. What
 * its headers say is checked against the file; damage in the tables that they
 * lead to is not looked for. */
#include "object.h"

#include "../../model/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int refuse_file(struct why why, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(why.text, why.size, format, args);
  va_end(args);
  return -1;
}

static bool file_read(int fd, void *to, size_t n, size_t at)
{
  while (n > 0) {
    ssize_t got = pread(fd, to, n, at);
    if (got <= 0) return false;
    to = (char *)to + got;
    at += got;
    n -= got;
  }
  return true;
}

static int open_file(struct object *o, const char *path, const char *what,
                     struct why why)
{
  struct stat st;
  o->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* maybe a pipe */
  if (o->fd < 0)
    return refuse_file(why, "%s %s: %s", what, path, strerror(errno));
  if (fstat(o->fd, &st) == 0 && S_ISDIR(st.st_mode))
    return refuse_file(why, "%s %s: is a directory", what, path);
  if (!S_ISREG(st.st_mode))
    return refuse_file(why, "%s %s: is a pipe or a device, not a file", what,
                       path);
  return 0;
}

/* libtool leaves one in the place of a program whose libraries are not yet
 * installed, and finds the program itself. */
static int refuse_script(const struct object *o, const char *what,
                         struct why why)
{
  char text[1024];
  ssize_t n = pread(o->fd, text, sizeof text - 1, 0);
  text[n > 0 ? n : 0] = 0;
  bool libtool = strstr(text, "temporary wrapper script for") != NULL;
  return refuse_file(why, "%s %s: is a script%s", what, o->path,
                     libtool ? " of libtool; use libtool --mode=execute "
                               "orielrun ..."
                             : "; give the program itself");
}

static int check_header(struct object *o, const char *what, struct why why)
{
  const Elf64_Ehdr *h = &o->header;
  char start[EI_NIDENT] = "";
  if (pread(o->fd, start, sizeof start, 0) >= 2 && memcmp(start, "#!", 2) == 0)
    return refuse_script(o, what, why);
  if (memcmp(start, ELFMAG, SELFMAG) != 0)
    return refuse_file(why,
                       "%s %s: is not an executable (no ELF file); orielcc "
                       "makes one of sources in C, oriel++ of those in C++",
                       what, o->path);
  if (start[EI_CLASS] != ELFCLASS64)
    return refuse_file(why, "%s %s: is a 32-bit file", what, o->path);
  if (!file_read(o->fd, &o->header, sizeof o->header, 0))
    return refuse_file(why, "%s %s: is cut short", what, o->path);
  if (h->e_machine != EM_X86_64 || start[EI_DATA] != ELFDATA2LSB)
    return refuse_file(why, "%s %s: is not for x86-64 (machine %d)", what,
                       o->path, h->e_machine);
  if (h->e_type == ET_EXEC)
    return refuse_file(why,
                       "%s %s: is not position-independent (compile with "
                       "orielcc, or with -fPIE and link with -pie)",
                       what, o->path);
  if (h->e_type == ET_REL)
    return refuse_file(why, "%s %s: is not linked; link it with orielcc", what,
                       o->path);
  if (h->e_type != ET_DYN)
    return refuse_file(why, "%s %s: is no program (ELF type %d)", what, o->path,
                       h->e_type);
  return 0;
}

static int read_segments(struct object *o, const char *what, struct why why)
{
  int n = o->header.e_phnum;
  o->segments = xcalloc(n ? n : 1, sizeof *o->segments);
  if (n == 0 || o->header.e_phentsize != sizeof *o->segments ||
      !file_read(o->fd, o->segments, n * sizeof *o->segments,
                 o->header.e_phoff))
    return refuse_file(why, "%s %s: has no valid program headers", what,
                       o->path);
  o->origin = ~(Elf64_Addr)0;
  for (int i = 0; i < n; i++) {
    const Elf64_Phdr *p = &o->segments[i];
    if (p->p_type == PT_TLS) o->tls = *p;
    if (p->p_type == PT_GNU_EH_FRAME) o->unwind = p->p_vaddr;
    if (p->p_type == PT_GNU_STACK) o->stack_runs = p->p_flags & PF_X;
    if (p->p_type != PT_LOAD) continue;
    if (p->p_filesz > p->p_memsz || p->p_vaddr + p->p_memsz < p->p_vaddr ||
        p->p_vaddr + p->p_memsz > (Elf64_Addr)1 << 40)
      return refuse_file(why, "%s %s: segment %d is not valid", what, o->path,
                         i);
    if (p->p_vaddr < o->origin) o->origin = p->p_vaddr;
    if (p->p_vaddr + p->p_memsz > o->end) o->end = p->p_vaddr + p->p_memsz;
  }
  if (o->end == 0)
    return refuse_file(why, "%s %s: has nothing to load", what, o->path);
  o->origin &= ~(Elf64_Addr)(PAGE - 1);
  o->used = o->end;
  o->end = (o->end + PAGE - 1) & ~(Elf64_Addr)(PAGE - 1);
  return 0;
}

/* Sections that are written while loading only, or the same for all. */
static bool section_is_shared(const char *name)
{
  static const char *const shared[] = {
      ".init_array", ".fini_array",  ".preinit_array",  ".ctors",
      ".dtors",      ".jcr",         ".dynamic",        ".got",
      ".got.plt",    ".data.rel.ro", ".tm_clone_table", ".tdata",
      ".tbss"};
  for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
    if (strcmp(name, shared[i]) == 0) return true;
  return false;
}

/* The C library's, copied to where the program looks for it: no program assigns
 * to these. ("stderr@GLIBC_2.2.5": a program's own variable has no version.) */
static bool is_stream(const char *name)
{
  return strncmp(name, "stdout@", 7) == 0 || strncmp(name, "stderr@", 7) == 0;
}

/* What the C start-up files bring: the same for all, too. */
static bool symbol_is_shared(const char *name)
{
  static const char *const shared[] = {
      "",           "__dso_handle", "data_start",
      "_edata",     "__data_start", "__bss_start",
      "edata",      "_end",         "end",
      "__TMC_END__"};
  for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
    if (strcmp(name, shared[i]) == 0) return true;
  return strncmp(name, "completed.", 10) == 0 || is_stream(name);
}

/* A table of the file, with a zero byte behind it; NULL when it is damaged. */
static void *read_table(const struct object *o, size_t at, size_t bytes)
{
  if (bytes > (size_t)1 << 30) return NULL;
  char *table = xcalloc(bytes + 1, 1);
  if (file_read(o->fd, table, bytes, at)) return table;
  free(table);
  return NULL;
}

struct sections {
  Elf64_Shdr *list;
  int count;
  char *names;
};

static bool is_private(const struct sections *s, unsigned index)
{
  if (index == SHN_UNDEF || index >= (unsigned)s->count) return false;
  const Elf64_Shdr *h = &s->list[index];
  return h->sh_flags & SHF_WRITE && h->sh_flags & SHF_ALLOC &&
         !section_is_shared(s->names + h->sh_name);
}

/* Whether one of the symbols is a variable of the program's own. */
static bool has_variable(const struct object *o, const struct sections *s,
                         const Elf64_Shdr *table)
{
  if (table->sh_link >= (unsigned)s->count) return true;
  const Elf64_Shdr *text = &s->list[table->sh_link];
  Elf64_Sym *symbols = read_table(o, table->sh_offset, table->sh_size);
  char *names = read_table(o, text->sh_offset, text->sh_size);
  size_t n = table->sh_size / sizeof *symbols;
  bool found = !symbols || !names;
  for (size_t i = 0; i < n && !found; i++) {
    int type = ELF64_ST_TYPE(symbols[i].st_info);
    found = is_private(s, symbols[i].st_shndx) && type != STT_SECTION &&
            (symbols[i].st_name >= text->sh_size ||
             !symbol_is_shared(names + symbols[i].st_name));
  }
  free(symbols);
  free(names);
  return found;
}

/* Whether the file has variables that a rank could change. A file without a
 * full symbol table may have. */
static bool has_variables(const struct object *o)
{
  const Elf64_Ehdr *h = &o->header;
  struct sections s = {NULL, h->e_shnum, NULL};
  bool found = true;
  if (h->e_shentsize == sizeof *s.list && h->e_shstrndx < h->e_shnum)
    s.list = read_table(o, h->e_shoff, s.count * sizeof *s.list);
  if (s.list)
    s.names = read_table(o, s.list[h->e_shstrndx].sh_offset,
                         s.list[h->e_shstrndx].sh_size);
  for (int i = 0; s.names && i < s.count; i++) {
    if (s.list[i].sh_name >= s.list[h->e_shstrndx].sh_size)
      s.list[i].sh_name = 0;
    if (s.list[i].sh_type == SHT_SYMTAB)
      found = has_variable(o, &s, &s.list[i]);
  }
  free(s.list);
  free(s.names);
  return found;
}

int object_open(struct object *o, const char *path, const char *what,
                struct why why)
{
  memset(o, 0, sizeof *o);
  o->fd = -1;
  o->path = xstrdup(path);
  if (open_file(o, path, what, why) || check_header(o, what, why) ||
      read_segments(o, what, why))
    return -1;
  o->variables = has_variables(o);
  return 0;
}

void object_close(struct object *o)
{
  if (o->fd >= 0) close(o->fd);
  free(o->segments);
  free(o->path);
  free(o->asked);
  free(o->named);
  memset(o, 0, sizeof *o);
  o->fd = -1;
}

/* Where in the file an address lies; 0 when it is in none of the segments. */
static size_t file_offset(const struct object *o, Elf64_Addr a)
{
  for (int i = 0; i < o->header.e_phnum; i++) {
    const Elf64_Phdr *p = &o->segments[i];
    if (p->p_type == PT_LOAD && a >= p->p_vaddr && a - p->p_vaddr < p->p_filesz)
      return p->p_offset + (a - p->p_vaddr);
  }
  return 0;
}

static Elf64_Dyn *read_dynamic(const struct object *o, size_t *count)
{
  for (int i = 0; i < o->header.e_phnum; i++) {
    const Elf64_Phdr *p = &o->segments[i];
    if (p->p_type != PT_DYNAMIC || p->p_filesz > 1 << 20) continue;
    Elf64_Dyn *d = xcalloc(1, p->p_filesz + 1);
    *count = p->p_filesz / sizeof *d;
    if (file_read(o->fd, d, *count * sizeof *d, p->p_offset)) return d;
    free(d);
  }
  *count = 0;
  return NULL;
}

static bool inside(const struct object *o, Elf64_Addr a, size_t bytes)
{
  return a >= o->origin && a <= o->end && bytes <= o->end - a;
}

/* The same of an object that is in memory: its file is closed. */
static int dynamic_loaded(const struct object *o, Elf64_Sxword tag,
                          int (*each)(const char *text, void *arg), void *arg)
{
  size_t size = 0;
  int result = 0;
  for (const Elf64_Dyn *d = o->dynamic; d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_STRSZ) size = d->d_un.d_val;
  if (!size || !inside(o, (Elf64_Addr)(o->strings - o->memory), size) ||
      o->strings[size - 1])
    return 0;
  for (const Elf64_Dyn *d = o->dynamic; d->d_tag != DT_NULL && !result; d++)
    if (d->d_tag == tag && d->d_un.d_val < size)
      result = each(o->strings + d->d_un.d_val, arg);
  return result;
}

int object_dynamic(const struct object *o, Elf64_Sxword tag,
                   int (*each)(const char *text, void *arg), void *arg)
{
  if (o->fd < 0) return dynamic_loaded(o, tag, each, arg);
  size_t count, at = 0, size = 0;
  int result = 0;
  Elf64_Dyn *d = read_dynamic(o, &count);
  for (size_t i = 0; i < count && d[i].d_tag != DT_NULL; i++) {
    if (d[i].d_tag == DT_STRTAB) at = file_offset(o, d[i].d_un.d_ptr);
    if (d[i].d_tag == DT_STRSZ) size = d[i].d_un.d_val;
  }
  if (at && size < 1 << 28) {
    char *text = xcalloc(size + 1, 1);
    if (file_read(o->fd, text, size, at))
      for (size_t i = 0; i < count && d[i].d_tag != DT_NULL && !result; i++)
        if (d[i].d_tag == tag && d[i].d_un.d_val < size)
          result = each(text + d[i].d_un.d_val, arg);
    free(text);
  }
  free(d);
  return result;
}

/* --- in memory --- */

static void note_array(struct object *o, Elf64_Sxword tag, Elf64_Addr value)
{
  const struct {
    Elf64_Sxword at, bytes;
    struct array *array;
  } arrays[] = {
      {DT_RELA, DT_RELASZ, &o->rela},
      {DT_JMPREL, DT_PLTRELSZ, &o->plt},
      {DT_RELR, DT_RELRSZ, &o->relr},
      {DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ, &o->preinit},
      {DT_INIT_ARRAY, DT_INIT_ARRAYSZ, &o->init},
      {DT_FINI_ARRAY, DT_FINI_ARRAYSZ, &o->fini},
  };
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    if (tag == arrays[i].at) arrays[i].array->at = value;
    if (tag == arrays[i].bytes) arrays[i].array->bytes = value;
  }
}

static void note_dynamic(struct object *o, const Elf64_Dyn *d)
{
  Elf64_Addr a = d->d_un.d_ptr;
  void *p = inside(o, a, 1) ? object_at(o, a) : NULL;
  switch (d->d_tag) {
  case DT_SYMTAB:
    o->symbols = p;
    break;
  case DT_STRTAB:
    o->strings = p;
    break;
  case DT_HASH:
    o->hash = p;
    break;
  case DT_GNU_HASH:
    o->gnu_hash = p;
    break;
  case DT_VERSYM:
    o->versions = p;
    break;
  case DT_VERNEED:
    o->needs_versions = p;
    break;
  case DT_INIT:
    o->init_function = a;
    break;
  case DT_FINI:
    o->fini_function = a;
    break;
  default:
    note_array(o, d->d_tag, a);
  }
}

/* How many words from `t` on are from the file. */
static size_t words_read(const struct object *o, const uint32_t *t)
{
  for (int i = 0; i < o->header.e_phnum; i++) {
    const Elf64_Phdr *p = &o->segments[i];
    size_t at = (size_t)((const char *)t - (char *)object_at(o, p->p_vaddr));
    if (p->p_type == PT_LOAD && at < p->p_filesz)
      return (p->p_filesz - at) / sizeof *t;
  }
  return 0;
}

/* Does each chain of the hash table end within the object? All do if that of
 * the last symbol does. */
static bool chains_end(const struct object *o)
{
  const uint32_t *t = o->gnu_hash;
  size_t room = t ? words_read(o, t) : 0, begin;
  uint32_t last = 0;
  if (!t) return true;
  if (room < 4 || room < (begin = 4 + 2 * (size_t)t[2] + t[0])) return false;
  for (const uint32_t *bucket = t + begin - t[0]; bucket < t + begin; bucket++)
    if (*bucket > last) last = *bucket;
  if (last < t[1]) return true;
  for (size_t i = begin + last - t[1]; i < room; i++)
    if (t[i] & 1) return true;
  return false;
}

int object_load(struct object *o, struct why why)
{
  for (int i = 0; i < o->header.e_phnum; i++) {
    const Elf64_Phdr *p = &o->segments[i];
    if (p->p_type == PT_LOAD && p->p_filesz > 0 &&
        !file_read(o->fd, object_at(o, p->p_vaddr), p->p_filesz, p->p_offset))
      return refuse_file(why, "%s: is cut short", o->path);
    if (p->p_type == PT_DYNAMIC && inside(o, p->p_vaddr, p->p_memsz))
      o->dynamic = object_at(o, p->p_vaddr);
  }
  if (!o->dynamic)
    return refuse_file(why, "%s: has no dynamic section", o->path);
  for (const Elf64_Dyn *d = o->dynamic; d->d_tag != DT_NULL; d++)
    note_dynamic(o, d);
  const struct array *tables[] = {&o->rela,    &o->plt,  &o->relr,
                                  &o->preinit, &o->init, &o->fini};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    if (tables[i]->bytes && !inside(o, tables[i]->at, tables[i]->bytes))
      return refuse_file(why, "%s: its dynamic section is damaged", o->path);
  if (!o->symbols || !o->strings)
    return refuse_file(why, "%s: has no dynamic symbols", o->path);
  if (!chains_end(o))
    return refuse_file(why, "%s: its table of symbols is damaged", o->path);
  close(o->fd);
  o->fd = -1;
  return 0;
}

/* --- symbols --- */

/* Neither local, nor of a version that only old binaries may see. */
static bool is_visible(const struct object *o, uint32_t i, const char *name)
{
  const Elf64_Sym *s = &o->symbols[i];
  return s->st_shndx != SHN_UNDEF && ELF64_ST_BIND(s->st_info) != STB_LOCAL &&
         !(o->versions && (o->versions[i] & 0x8000)) &&
         strcmp(o->strings + s->st_name, name) == 0;
}

static const Elf64_Sym *find_gnu(const struct object *o, const char *name)
{
  const uint32_t *t = o->gnu_hash;
  uint32_t buckets = t[0], first = t[1], words = t[2], h = 5381;
  const uint32_t *bucket = t + 4 + 2 * words, *chain = bucket + buckets;
  for (const unsigned char *c = (const void *)name; *c; c++)
    h = h * 33 + *c;
  if (buckets == 0 || bucket[h % buckets] < first) return NULL;
  for (uint32_t i = bucket[h % buckets];; i++) {
    uint32_t mark = chain[i - first];
    if ((mark | 1) == (h | 1) && is_visible(o, i, name)) return &o->symbols[i];
    if (mark & 1) return NULL;
  }
}

static const Elf64_Sym *find_sysv(const struct object *o, const char *name)
{
  for (uint32_t i = 1; i < o->hash[1]; i++)
    if (is_visible(o, i, name)) return &o->symbols[i];
  return NULL;
}

const Elf64_Sym *object_find(const struct object *o, const char *name)
{
  if (o->gnu_hash) return find_gnu(o, name);
  return o->hash ? find_sysv(o, name) : NULL;
}

/* How many symbols there are is known to the hash table alone. */
static uint32_t symbol_count(const struct object *o)
{
  const uint32_t *t = o->gnu_hash;
  if (!t) return o->hash ? o->hash[1] : 0;
  uint32_t buckets = t[0], first = t[1], last = 0;
  const uint32_t *bucket = t + 4 + 2 * t[2], *chain = bucket + buckets;
  for (uint32_t b = 0; b < buckets; b++)
    if (bucket[b] > last) last = bucket[b];
  if (last < first) return first;
  while (!(chain[last - first] & 1))
    last++;
  return last + 1;
}

const Elf64_Sym *object_symbol_at(const struct object *o, Elf64_Addr a)
{
  const Elf64_Sym *found = NULL;
  for (uint32_t i = 1, n = symbol_count(o); i < n; i++) {
    const Elf64_Sym *s = &o->symbols[i];
    int type = ELF64_ST_TYPE(s->st_info);
    if (s->st_shndx == SHN_UNDEF || type == STT_TLS || s->st_value > a)
      continue;
    if (!found || s->st_value > found->st_value) found = s;
  }
  return found;
}

const char *object_version(const struct object *o, size_t symbol)
{
  if (!o->versions || !o->needs_versions) return NULL;
  unsigned wanted = o->versions[symbol] & 0x7fff;
  if (wanted < 2) return NULL;
  for (const char *n = (const char *)o->needs_versions;;) {
    const Elf64_Verneed *need = (const void *)n;
    const char *a = n + need->vn_aux;
    for (int i = 0; i < need->vn_cnt; i++) {
      const Elf64_Vernaux *aux = (const void *)a;
      if (aux->vna_other == wanted) return o->strings + aux->vna_name;
      a += aux->vna_next;
    }
    if (need->vn_next == 0) return NULL;
    n += need->vn_next;
  }
}
