/* Where: source lines by libdw, function names by the symbol table.
 *
 * Each answer is made once and kept. A return address belongs to the
 * instruction before it. */
#include "where.h"

#include "large_stack.h"
#include "debug.h"
#include "scopes.h"
#include "sources.h"

#include "../../model/memory.h"
#include "../image/image.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <search.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place {
  const char *source, *name; /* a path, and what it is called */
  int line, column;
  const char *function; /* the innermost, inlined or not; NULL: no name */
};

/* Is this a header of the system's? clang comes to those of C++ by
 * /usr/bin/../lib. */
static bool foreign(const char *source)
{
  return !strncmp(source, "/usr/", 5) && strncmp(source, "/usr/local/", 11);
}

/* Go on to where an inlined function is called. */
static bool go_out(Dwarf_Die *unit, Dwarf_Die *inlined, struct place *p)
{
  struct debug_spot at = debug_caller(unit, inlined);
  if (!at.source) return false;
  p->source = at.source;
  p->line = at.line;
  return true;
}

/* What a compiler made of the body of a construct of OpenMP has no name, or one
 * with a dot. */
static const char *name_of(Dwarf_Die *function)
{
  const char *name = dwarf_diename(function);
  return name && strchr(name, '.') ? NULL : name;
}

/* clang gives line 0 to what it makes of several lines: then the one before
 * it in the function. NULL: none. */
static Dwarf_Line *line_of(const struct debug *f, Dwarf_Die *unit, Dwarf_Addr a,
                           int *number)
{
  const struct symbol_range *s = debug_function(f, a);
  Dwarf_Addr from = a;
  for (;;) {
    Dwarf_Line *line = dwarf_getsrc_die(unit, from);
    if (!line || dwarf_lineno(line, number)) return NULL;
    if (*number) return line;
    if (!s || dwarf_lineaddr(line, &from) || from <= s->low) return NULL;
    from--;
  }
}

struct question {
  struct debug *file;
  Dwarf_Addr at;
  struct place *place;
};

/* All of the place but its function, whose unit it returns; NULL: none. */
static Dwarf_Die *find_line(const struct question *q)
{
  struct place *p = q->place;
  Dwarf_Die *unit = debug_unit(q->file, q->at);
  Dwarf_Line *line = unit ? line_of(q->file, unit, q->at, &p->line) : NULL;
  p->source = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
  p->function = NULL;
  if (!p->source) return NULL;
  if (dwarf_linecol(line, &p->column)) p->column = 0;
  return unit;
}

static void find_expression(void *question)
{
  find_line(question);
}

static void find_place(void *question)
{
  const struct question *q = question;
  struct place *p = q->place;
  Dwarf_Die *scopes = NULL, *unit = find_line(q);
  if (!unit) return;
  int n = scopes_at(unit, q->at, &scopes);
  for (int i = 0; i < n && !p->function; i++) {
    int tag = dwarf_tag(&scopes[i]);
    bool inlined = tag == DW_TAG_inlined_subroutine;
    if (inlined && foreign(p->source) && go_out(unit, &scopes[i], p)) continue;
    if (inlined || tag == DW_TAG_subprogram) p->function = name_of(&scopes[i]);
    if (tag == DW_TAG_subprogram) break; /* what it is written in is not it */
  }
  p->name = source_name(q->file, p->source);
  free(scopes);
}

/* The place of an instruction; of one that was inlined from the system's
 * headers, where the program calls that. False when there is none. */
static bool place_of(struct debug *f, Dwarf_Addr a, struct place *p)
{
  on_large_stack(find_place, &(struct question){f, a, p});
  return p->source;
}

static const char *bare; /* the first file without lines that was asked for */

const char *where_bare(void)
{
  return bare;
}

/* "main+0x1f", of the program's file; "halo+0x11f9" without symbols. */
static void offset_of(const struct debug *f, GElf_Addr site, char *text,
                      size_t size)
{
  if (!bare && !f->unit_count) bare = basename(f->path);
  const struct symbol_range *s = debug_function(f, site - 1);
  if (s)
    snprintf(text, size, "%s+0x%lx", s->name, (long)(site - s->low));
  else
    snprintf(text, size, "%s+0x%lx", basename(f->path), (long)site);
}

static void describe_image(const char *path, unsigned long site, bool function,
                           char *text, size_t size)
{
  struct debug *f = debug_open(path);
  struct place p;
  if (!place_of(f, site - 1, &p)) {
    offset_of(f, site, text, size);
    return;
  }
  int n = snprintf(text, size, "%s:%d", p.name, p.line);
  if (function && p.function && (size_t)n < size)
    snprintf(text + n, size - n, ", %s()", p.function);
}

/* Code that belongs to no image: which library. (Its functions' names differ
 * between processors.) */
static void describe_other(const char *site, bool function, char *text,
                           size_t size)
{
  Dl_info info;
  bool known = function && dladdr(site - 1, &info) && info.dli_fname;
  snprintf(text, size, "%s", known ? basename(info.dli_fname) : "?");
}

/* --- answers --- */

/* Of a place of code, each once somebody asks. */
struct answer {
  unsigned long key; /* 0: none */
  const char *path;  /* an object's, or NULL */
  char *text[2];     /* without and with the function */
  enum where_origin origin;
  unsigned long first; /* of its expression, that was asked for; 0: not known */
  enum { NOT_ASKED, FRAME, NO_FRAME } unwinds;
  struct debug_frame frame; /* if there is one */
};

static struct {
  struct answer *list; /* a hash table, a power of two in size */
  size_t count, size;
} answers;

static struct answer *slot_of(unsigned long key, const char *path)
{
  uint64_t h = (key ^ (uint64_t)(uintptr_t)path * 31) * 0x9e3779b97f4a7c15u;
  for (size_t i = h >> 32;; i++) {
    struct answer *a = &answers.list[i & (answers.size - 1)];
    if (!a->key || (a->key == key && a->path == path)) return a;
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
    if (old[i].key) *slot_of(old[i].key, old[i].path) = old[i];
  free(old);
}

static struct answer *answer_to(unsigned long key, const char *path)
{
  grow_answers();
  struct answer *a = slot_of(key, path);
  if (a->key) return a;
  *a = (struct answer){.key = key, .path = path};
  answers.count++;
  return a;
}

static const char *describe(const void *site, bool function)
{
  char text[512];
  const char *path = NULL;
  if (!site) return "?";
  /* The byte before: a call may be the last instruction of its file. */
  unsigned long address = image_file_address((const char *)site - 1, &path);
  unsigned long key = path ? address + 1 : (unsigned long)site;
  struct answer *a = answer_to(key, path);
  if (a->text[function]) return a->text[function];
  if (path)
    describe_image(path, key, function, text, sizeof text);
  else
    describe_other(site, function, text, sizeof text);
  return a->text[function] = xlasting(text, strlen(text) + 1);
}

const char *where_call(const void *site)
{
  return describe(site, false);
}

const char *where_function(const void *site)
{
  return describe(site, true);
}

enum where_origin where_origin(const void *site)
{
  const char *path = NULL;
  struct place p;
  unsigned long address = image_file_address((const char *)site - 1, &path);
  if (!path) return WHERE_ELSEWHERE;
  struct debug *f = debug_open(path);
  if (!f->cxx) return WHERE_HOME;
  struct answer *a = answer_to(address + 1, path);
  if (a->origin) return a->origin;
  if (!place_of(f, address, &p) || !foreign(p.source))
    a->origin = WHERE_HOME;
  else if (debug_has_frame_pointer(f, address))
    a->origin = WHERE_ABROAD;
  else
    a->origin = WHERE_LOST;
  return a->origin;
}

bool where_code(const void *site, struct where_code *c)
{
  const char *path = NULL;
  const unsigned char *at = (const unsigned char *)site - 1;
  unsigned long address = image_file_address(at, &path);
  const struct symbol_range *s =
      path ? debug_function(debug_open(path), address) : NULL;
  if (!s) return false;
  at -= address;
  *c = (struct where_code){at + s->low, at + s->high, s->name};
  return true;
}

/* --- frames --- */

static bool read_word(uintptr_t at, const struct where_frame *frame,
                      uintptr_t end, uintptr_t *word)
{
  if (at < frame->stack || at > end - sizeof *word || at % sizeof *word)
    return false;
  *word = *(const uintptr_t *)at; // NOLINT
  return true;
}

/* How the frame of who makes the call that returns to `site` ends; NULL: that
 * is not told. */
static const struct debug_frame *frame_of(const char *site)
{
  const char *path = NULL;
  Dl_info info = {.dli_fname = NULL};
  unsigned long address = image_file_address(site - 1, &path);
  unsigned long key = path ? address + 1 : (unsigned long)site;
  struct answer *a = answer_to(key, path);
  if (a->unwinds) return a->unwinds == FRAME ? &a->frame : NULL;
  if (!path && dladdr(site - 1, &info) && info.dli_fname) {
    path = info.dli_fname;
    address = (unsigned long)(site - 1 - (const char *)info.dli_fbase);
  }
  bool told = path && debug_frame(debug_open(path), address, &a->frame);
  a->unwinds = told ? FRAME : NO_FRAME;
  return told ? &a->frame : NULL;
}

bool where_go_out(struct where_frame *frame, uintptr_t end)
{
  const struct debug_frame *d = frame_of(frame->site);
  if (!d) return false;
  uintptr_t top = (d->by_pointer ? frame->pointer : frame->stack) + d->above;
  struct where_frame caller = {.stack = top, .pointer = frame->pointer};
  uintptr_t site;
  if (!read_word(top - sizeof site, frame, end, &site)) return false;
  if (d->saved && !read_word(top + d->saved, frame, end, &caller.pointer))
    return false;
  caller.site = (const void *)site; // NOLINT
  *frame = caller;
  return true;
}

/* --- expressions --- */

struct expression {
  char *text;
  unsigned long first;
};

static int compare_texts(const void *a, const void *b)
{
  return strcmp(((const struct expression *)a)->text,
                ((const struct expression *)b)->text);
}

/* The first address that came with this text. */
static unsigned long first_of(char *text, unsigned long address)
{
  static void *tree;
  struct expression sought = {text, address};
  struct expression **found = tsearch(&sought, &tree, compare_texts);
  if (!found) memory_missing(sizeof sought, " for places of code");
  if (*found == &sought) {
    sought.text = xstrdup(text);
    *found = xmemdup(&sought, sizeof sought);
  }
  return (*found)->first;
}

/* What functions of the system's headers do is done for where they are called.
 */
static unsigned long find_first(const char *path, unsigned long address)
{
  char text[1024];
  struct place p = {.source = NULL};
  struct debug *f = debug_open(path);
  on_large_stack(find_expression, &(struct question){f, address, &p});
  if (!p.source || !p.column || foreign(p.source)) return address;
  int n = snprintf(text, sizeof text, "%d:%d %s %s", p.line, p.column, path,
                   p.source);
  return (size_t)n < sizeof text ? first_of(text, address) : address;
}

const void *where_expression(const void *site)
{
  const char *path = NULL;
  unsigned long address = image_file_address((const char *)site - 1, &path);
  if (!path) return site;
  struct answer *a = answer_to(address + 1, path);
  if (!a->first) a->first = find_first(path, address);
  return (const char *)site + (a->first - address);
}
