/* Running a program in its image: constructors, main(), the ways out, and
 * what changes hands when another rank runs.
 *
 * Invariant: `leave` of an image is valid from the start of image_run() to
 * its end, on the stack of its rank. */
#include "template.h"

#include "../../model/memory.h"
#include "../rank/rank.h"
#include "../streams.h"

#include <errno.h>
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
        "  movl %esi, %edi\n"
        "  movq %rdx, %rsi\n"
        "  movq %rcx, %rdx\n"
        "  call *%rax\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size oriel_call_program, .-oriel_call_program\n"
        ".popsection\n");
int oriel_call_program(void *f, int argc, char **argv, char *const envp[]);

static void call(const struct image *i, void *f, char *const envp[])
{
  oriel_call_program(f, i->argc, i->argv, envp);
}

/* --- what changes hands --- */

/* The C++ run time's list of exceptions that are being handled. */
void *__cxa_get_globals(void);

static void *exceptions(void)
{
  static void *globals;
  if (!globals) globals = __cxa_get_globals();
  return globals;
}

/* Rounding and traps of floating point. */
static void take_modes(struct image *i)
{
  __asm__ volatile("stmxcsr %0\n"
                   "fnstcw %1"
                   : "=m"(i->sse_mode), "=m"(i->x87_mode));
}

static void give_modes(const struct image *i)
{
  __asm__ volatile("ldmxcsr %0\n"
                   "fldcw %1"
                   :
                   : "m"(i->sse_mode), "m"(i->x87_mode));
}

/* What err() and assert() call the program. */
static void name_process(const struct image *i)
{
  char *name = i->argv && i->argv[0] ? i->argv[0] : i->of->objects[0]->path;
  char *slash = strrchr(name, '/');
  program_invocation_name = name;
  program_invocation_short_name = slash ? slash + 1 : name;
}

static void put_in_place(struct image *i)
{
  static struct image *resident;
  if (resident == i) return;
  if (resident) {
    take_modes(resident);
    memcpy(resident->exceptions, exceptions(), sizeof i->exceptions);
    tls_take(resident);
  }
  give_modes(i);
  memcpy(exceptions(), i->exceptions, sizeof i->exceptions);
  tls_give(i);
  name_process(i);
  resident = i;
}

void image_switch(struct rank *from, struct rank *to)
{
  (void)from;
  if (to && to->image) put_in_place(to->image);
}

/* --- constructors and destructors --- */

static size_t list_of(const struct image *i, const struct object *o,
                      const struct array *a, void ***first)
{
  *first = (void **)(i->base + o->offset + a->at);
  return a->bytes / sizeof **first;
}

static bool is_function(const void *f)
{
  return f && f != (void *)-1;
}

static void call_forward(const struct image *i, const struct object *o,
                         const struct array *a, char *const envp[])
{
  void **f;
  size_t n = list_of(i, o, a, &f);
  for (size_t k = 0; k < n; k++)
    if (is_function(f[k])) call(i, f[k], envp);
}

static void call_backward(const struct image *i, const struct object *o,
                          const struct array *a)
{
  void **f;
  for (size_t k = list_of(i, o, a, &f); k > 0; k--)
    if (is_function(f[k - 1])) call(i, f[k - 1], NULL);
}

/* Libraries come before those that need them. */
static void constructors(const struct image *i, char *const envp[])
{
  const struct image_template *t = i->of;
  call_forward(i, t->objects[0], &t->objects[0]->preinit, envp);
  for (int k = 0; k < t->object_count; k++) {
    const struct object *o = t->order[k];
    if (o->init_function) call(i, i->base + o->offset + o->init_function, envp);
    call_forward(i, o, &o->init, envp);
  }
}

void image_destructors(const struct image *i)
{
  for (int k = i->of->object_count - 1; k >= 0; k--) {
    const struct object *o = i->of->order[k];
    call_backward(i, o, &o->fini);
    if (o->fini_function) call(i, i->base + o->offset + o->fini_function, NULL);
  }
}

/* --- main() --- */

static char **copy_arguments(int argc, char *const argv[])
{
  char **copy = xcalloc(argc + 1, sizeof *copy);
  for (int k = 0; k < argc; k++)
    copy[k] = xstrdup(argv[k]);
  return copy;
}

/* The C library ends the process by itself in some functions (argp_parse() is
 * one). Static objects of the simulator may be gone by now: no rank can go
 * on. */
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
  put_in_place(i);
  if (!catching) on_exit(catch_exit, NULL);
  catching = true;
  libc_start(i, envp);
  if (setjmp(i->leave)) return i->exit_code;
  constructors(i, envp);
  image_exit(oriel_call_program(i->base + i->of->main, argc, i->argv, envp));
}

void image_leave(int code)
{
  struct image *i = self->image;
  i->exit_code = code & 0xff;
  longjmp(i->leave, 1);
}

void image_exit(int code)
{
  struct image *i = self->image;
  i->exit_code = code & 0xff;
  libc_exit(i);
  image_leave(code);
}
