/* Running a program in its image: constructors, main(), its threads, the ways
 * out.
 *
 * Invariant: `leave` of an image is valid from the start of image_run() to
 * its end, on the stack of its rank. */
#include "libc_locks.h"
#include "template.h"

#include "../../model/memory.h"
#include "../rank/own.h"
#include "../rank/rank.h"
#include "../rank/streams.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Calls into the program go through a frame without unwind information: an
 * exception that nobody catches ends there, as in a process's first frame,
 * and never reaches the simulator's stack frames. */
__asm__(".pushsection .text\n"
        ".hidden oriel_call_program\n"
        ".globl oriel_call_program\n"
        ".type oriel_call_program, @function\n"
        "oriel_call_program:\n"
        "  pushq %rbp\n"
        "  movq %rsp, %rbp\n"
        "  movq %rdi, %rax\n"
        "  movq %rsi, %rdi\n"
        "  movq %rdx, %rsi\n"
        "  movq %rcx, %rdx\n"
        "  call *%rax\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size oriel_call_program, .-oriel_call_program\n"
        ".popsection\n");
void *oriel_call_program(void *f, uintptr_t first, char **argv,
                         char *const envp[]);

static int call(const struct image *i, void *f, char *const envp[])
{
  return (int)(intptr_t)oriel_call_program(f, i->argc, i->argv, envp);
}

void *image_call(void *f, void *arg)
{
  return oriel_call_program(f, (uintptr_t)arg, NULL, NULL);
}

/* --- threads --- */

void image_name(struct image *i, char *name)
{
  i->name.whole = name;
  i->name.base = basename(name);
}

struct own *image_main(struct image *i)
{
  return &i->main.own;
}

struct image_thread *image_thread_self(void)
{
  struct own *own = own_in_place();
  return own ? container_of(own, struct image_thread, own) : NULL;
}

struct own *image_thread_new(struct image *i, struct own *used)
{
  const struct image_thread *maker = image_thread_self();
  struct image_thread *t = used ? container_of(used, struct image_thread, own)
                                : xcalloc(1, sizeof *t);
  if (!used) {
    t->next = i->main.next;
    i->main.next = t;
  }
  t->image = i;
  free(t->values);
  t->values = NULL;
  t->value_count = 0;
  libc_thread_forgets(t);
  t->blocked = maker && maker->image == i ? maker->blocked : i->main.blocked;
  t->pending = 0;
  t->own.name = &i->name;
  t->own.folder = &i->folder;
  t->own.locale = &i->locale;
  t->own.thread_locale = NULL;
  own_renew(&t->own);
  tls_new(t);
  return &t->own;
}

void image_thread_end(struct image *i)
{
  libc_thread_exits(i);
  libc_key_destructors(i);
}

/* --- constructors and destructors --- */

static size_t list_of(const struct image *i, const struct object *o,
                      const struct array *a, void ***first)
{
  *first = (void **)(image_place(i, o->of) + o->offset + a->at);
  return a->bytes / sizeof **first;
}

/* An entry, which is an offset if it is a function of the image. */
static void call_listed(const struct image *i, const struct object *o,
                        void *entry, char *const envp[])
{
  size_t offset = (size_t)entry;
  if (!entry || entry == (void *)-1) return;
  call(i, offset < o->of->size ? image_place(i, o->of) + offset : entry, envp);
}

static void call_own(const struct image *i, const struct object *o,
                     Elf64_Addr function, char *const envp[])
{
  if (function) call(i, image_place(i, o->of) + o->offset + function, envp);
}

static void call_forward(const struct image *i, const struct object *o,
                         const struct array *a, char *const envp[])
{
  void **f;
  size_t n = list_of(i, o, a, &f);
  for (size_t k = 0; k < n; k++)
    call_listed(i, o, f[k], envp);
}

static void call_backward(const struct image *i, const struct object *o,
                          const struct array *a)
{
  void **f;
  for (size_t k = list_of(i, o, a, &f); k > 0; k--)
    call_listed(i, o, f[k - 1], NULL);
}

void image_construct(const struct image *i, const struct object *o,
                     char *const envp[])
{
  call_own(i, o, o->init_function, envp);
  call_forward(i, o, &o->init, envp);
}

/* Libraries come before those that need them. */
static void constructors(const struct image *i, char *const envp[])
{
  const struct image_template *t = i->of;
  call_forward(i, t->objects[0], &t->objects[0]->preinit, envp);
  for (int k = 0; k < t->object_count; k++)
    image_construct(i, t->order[k], envp);
}

static void destruct(const struct image *i, const struct object *o)
{
  call_backward(i, o, &o->fini);
  call_own(i, o, o->fini_function, NULL);
}

void image_destructors(const struct image *i)
{
  for (int k = i->late_count - 1; k >= 0; k--)
    destruct(i, i->late[k]->objects[0]);
  for (int k = i->of->object_count - 1; k >= 0; k--)
    destruct(i, i->of->order[k]);
}

/* --- main() --- */

static char **copy_arguments(int argc, char *const argv[])
{
  char **copy = xcalloc(argc + 1, sizeof *copy);
  for (int k = 0; k < argc; k++)
    copy[k] = xstrdup(argv[k]);
  return copy;
}

/* The C library ends the process by itself in some functions (argp's are seen
 * to by libc_argp.c). Static objects of the simulator may be gone by now: no
 * rank can go on. */
static void catch_exit(int code, void *arg)
{
  (void)arg;
  if (!self) return;
  streams_say("oriel: rank %d: the C library ended the process with code %d\n",
              self->id, code);
  run_end(code);
}

int image_run(struct rank *r, int argc, char *const argv[], char *const envp[])
{
  static bool catching;
  struct image *i = r->image;
  i->argc = argc;
  i->argv = copy_arguments(argc, argv);
  if (argc) image_name(i, i->argv[0]);
  own_switch(&i->main.own);
  if (!catching) on_exit(catch_exit, NULL);
  catching = true;
  libc_start(i, envp);
  if (setjmp(i->leave)) return i->exit_code;
  constructors(i, envp);
  image_exit(call(i, i->base + i->of->main, envp));
}

/* The stack of another strand cannot be left for that of main(). */
void image_leave(int code)
{
  struct image *i = self->image;
  i->exit_code = code & 0xff;
  libc_locks_end();
  if (image_thread_self() != &i->main) rank_end(i->exit_code);
  longjmp(i->leave, 1);
}

void image_exit(int code)
{
  struct image *i = self->image;
  i->exit_code = code & 0xff;
  libc_exit(i);
  image_leave(code);
}
