/* Images: mapped from a template.
 *
 * The images of a template lie behind each other in an arena at a fixed
 * address. A template that nobody writes to has one image for all ranks. */
#include "template.h"

#include "../../model/memory.h"
#include "../../model/pool.h"
#include "../exit.h"
#include "../rank/rank.h"
#include "../rank/streams.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Far from where the kernel puts programs, libraries, heap and stacks, and the
 * address sanitizer its shadow and heap. */
#define ARENA_START ((char *)0x110000000000)
#define ARENA_END ((char *)0x500000000000)
#define ARENA_STEP ((size_t)1 << 30)

enum { PROTECTED_IMAGES = 64 };

/* Images may use a quarter of the mappings that a process can have: guard
 * pages of stacks take two for each rank. */
enum { MAPPINGS_DEFAULT = 65530, MAPPINGS_SHARE = 4, MAPPINGS_MIN = 64 };

void template_fail(const struct image_template *t, const char *what)
{
  streams_say("oriel: program %s: %s%s\n", t->objects[0]->path, what,
              memory_limit());
  _exit(EXIT_LIMIT);
}

/* --- room --- */

static long mappings_left(void)
{
  static long left;
  if (left) return left;
  FILE *f = fopen("/proc/sys/vm/max_map_count", "re");
  if (!f || fscanf(f, "%ld", &left) != 1) left = MAPPINGS_DEFAULT;
  if (f) fclose(f);
  left /= MAPPINGS_SHARE;
  return left;
}

static int group_for(int ranks)
{
  static long used;
  long left = mappings_left() - used;
  if (left < MAPPINGS_MIN) left = MAPPINGS_MIN;
  int group = (int)((ranks + left - 1) / left);
  used += (ranks + group - 1) / group;
  return group;
}

void image_plan(struct image_template *t, int ranks)
{
  static char *next = ARENA_START;
  size_t images = t->shared ? 1 : ranks;
  t->planned = ranks;
  t->group = t->shared ? 1 : group_for(ranks);
  t->arena = next;
  if (images > (size_t)(ARENA_END - next) / t->size)
    template_fail(t, "no addresses left for an image for each rank");
  next += (images * t->size + 2 * ARENA_STEP - 1) / ARENA_STEP * ARENA_STEP;
  template_register(t);
}

static bool file_is_there(const struct image_template *t)
{
  struct stat s;
  return fstat(t->memory_file, &s) == 0 && s.st_ino == t->memory_inode;
}

static void map_group(struct image_template *t, int first)
{
  if (!file_is_there(t))
    template_fail(t, "the descriptor of its image's file is closed, or another "
                     "file's; a rank may close no descriptors but its own");
  int n = t->shared ? 1 : t->planned - first;
  if (n > t->group) n = t->group;
  char *at = t->arena + (size_t)first * t->size;
  void *p = mmap(at, n * t->size, PROT_READ | PROT_WRITE | PROT_EXEC,
                 MAP_PRIVATE | MAP_FIXED_NOREPLACE | MAP_NORESERVE,
                 t->memory_file, 0);
  if (p == at) return;
  template_fail(t, p == MAP_FAILED && errno == ENOMEM
                       ? "no memory, or no mappings (vm.max_map_count), left "
                         "for the images of its ranks"
                       : "the addresses of its images are taken");
}

char *image_place(const struct image *i, const struct image_template *t)
{
  return t == i->of ? i->base : t->arena + (size_t)i->number * t->size;
}

/* The words that depend on where other images are. */
static void relocate_outer(const struct image *i,
                           const struct image_template *t, char *base)
{
  for (size_t k = 0; k < t->outer_count; k++) {
    uint64_t *word = (uint64_t *)(base + t->outer[k].at);
    *word += (uint64_t)image_place(i, t->outer[k].of);
    if (t->outer[k].resolver) *word = ((uint64_t(*)(void)) * word)();
  }
}

/* The words that depend on where the image is. */
static void relocate_image(const struct image_template *t, char *base)
{
  for (size_t k = 0; k < t->words.count; k++)
    *(uint64_t *)(base + t->words.at[k]) += (uint64_t)base;
  for (size_t k = 0; k < t->resolvers.count; k++) {
    uint64_t *word = (uint64_t *)(base + t->resolvers.at[k]);
    *word = ((uint64_t(*)(void))(base + *word))();
  }
}

/* What a file has before its first writable segment: code, constants, string
 * literals. A mapping more for each image, and some thousand cycles: so it is
 * done for the first images only, which shows what a program does to them. */
static void protect(const struct image_template *t, char *base)
{
  for (int i = 0; i < t->object_count; i++) {
    const struct object *o = t->objects[i];
    Elf64_Addr to = o->end;
    for (int k = 0; k < o->header.e_phnum; k++) {
      const Elf64_Phdr *p = &o->segments[k];
      if (p->p_type != PT_LOAD || !(p->p_flags & PF_W)) continue;
      if (p->p_vaddr < to) to = p->p_vaddr & ~(Elf64_Addr)(PAGE - 1);
    }
    if (to < o->end && to > o->origin)
      mprotect(base + o->offset + o->origin, to - o->origin,
               PROT_READ | PROT_EXEC);
  }
}

void image_map_late(const struct image *i, struct image_template *t)
{
  int group = i->number / t->group;
  char *base = image_place(i, t);
  if (!t->mapped[group]) map_group(t, group * t->group);
  t->mapped[group] = true;
  relocate_image(t, base);
  relocate_outer(i, t, base);
  if (i->number < PROTECTED_IMAGES) protect(t, base);
}

/* --- main() --- */

static jmp_buf main_found;
static char *main_address;

/* What the C start-up code calls: __libc_start_main(main, ...). */
void image_start_main(void *main)
{
  main_address = main;
  longjmp(main_found, 1);
}

/* Run the entry point far enough to learn where main() is; it expects argc,
 * argv and the environment on the stack. */
static void enter(void *entry)
{
  __asm__ volatile("subq $128, %%rsp\n"
                   "andq $-16, %%rsp\n"
                   "pushq $0\n"
                   "pushq $0\n"
                   "pushq $0\n"
                   "pushq $0\n"
                   "xorl %%edx, %%edx\n"
                   "jmp *%0\n"
                   :
                   : "a"(entry)
                   : "rdx", "memory");
  __builtin_unreachable();
}

static void find_main(struct image_template *t)
{
  const struct object *program = t->objects[0];
  if (t->enter) {
    t->main = program->offset + t->enter;
    return;
  }
  if (setjmp(main_found) == 0)
    enter(t->arena + program->offset + program->header.e_entry);
  t->main = main_address - t->arena;
}

bool image_enter(struct image_template *t, size_t place)
{
  const struct object *program = t->objects[0];
  t->enter = place;
  for (int i = 0; i < program->header.e_phnum; i++) {
    const Elf64_Phdr *s = &program->segments[i];
    if (s->p_type == PT_LOAD && s->p_flags & PF_X && place >= s->p_vaddr &&
        place - s->p_vaddr < s->p_memsz)
      return true;
  }
  return false;
}

struct image *image_new(struct image_template *t)
{
  static struct pool images = {.size = sizeof(struct image)};
  int n = t->made++;
  if (n == 0) template_complete(t);
  bool fresh = !t->shared || n == 0;
  if (fresh && n % t->group == 0) map_group(t, n);
  struct image *i = pool_take(&images);
  memset(i, 0, sizeof *i);
  i->of = t;
  i->number = n;
  i->base = t->arena + (t->shared ? 0 : (size_t)n * t->size);
  if (fresh) relocate_image(t, i->base);
  if (fresh && n < PROTECTED_IMAGES) protect(t, i->base);
  if (n == 0) find_main(t);
  image_name(i, t->objects[0]->path);
  i->main.image = i;
  i->main.own.name = &i->name;
  i->main.own.folder = &i->folder;
  i->main.own.locale = &i->locale;
  own_renew_as_process(&i->main.own);
  tls_new(&i->main);
  return i;
}

const char *image_base(const struct image *i)
{
  return i->base;
}

bool image_holds(const struct image *i, const void *address)
{
  const char *at = address;
  bool found = i && at >= i->base && at < i->base + i->of->size;
  for (int k = 0; i && k < i->late_count && !found; k++) {
    const char *base = image_place(i, i->late[k]);
    found = at >= base && at < base + i->late[k]->size;
  }
  return found;
}

/* --- where an address belongs --- */

/* Where an address was found last: most often it is there again. */
static struct {
  const char *from, *to, *file;
  const struct object *object;
  bool library;
} latest;

static bool find(const char *at)
{
  if (at >= latest.from && at < latest.to) return true;
  size_t offset;
  char *base;
  const struct image_template *t = template_of(at, &offset, &base);
  const struct object *o = t ? template_object(t, offset) : NULL;
  if (!o) return false;
  latest.object = o;
  latest.library = t->program || o != t->objects[0];
  latest.file = base + o->offset;
  latest.from = latest.file + o->origin;
  latest.to = latest.file + o->end;
  return true;
}

unsigned long image_file_address(const void *code, const char **path)
{
  if (!find(code)) return 0;
  *path = latest.object->path;
  return (unsigned long)((const char *)code - latest.file);
}

bool image_untold(const void *code)
{
  return find(code) && latest.library && !latest.object->checked;
}
