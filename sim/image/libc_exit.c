/* Ways to end, per rank: exit() and its kin, and what runs before.
 *
 * Handlers run on the stack of whoever called exit(), the last registered one
 * first, then the destructors of the image's files; image_run() is returned
 * to when all is done. A handler that calls exit() itself continues with the
 * handlers that are left. */
#include "libc.h"

#include "../rank/rank.h"
#include "../../model/memory.h"
#include "template.h"

#include <string.h>

enum exit_kind { EXIT_PLAIN, EXIT_WITH_ARGUMENT, EXIT_WITH_CODE };

struct exit_function {
  enum exit_kind kind;
  void *f, *arg, *file; /* file: the __dso_handle of who registered it */
  struct exit_function *next;
};

static int push(struct exit_function **list, enum exit_kind kind, void *f,
                void *arg, void *file)
{
  struct exit_function *e = xmalloc(sizeof *e);
  *e = (struct exit_function){kind, f, arg, file, *list};
  *list = e;
  return 0;
}

static void call(const struct exit_function *e, int code)
{
  switch (e->kind) {
  case EXIT_PLAIN:
    ((void (*)(void))e->f)();
    break;
  case EXIT_WITH_ARGUMENT:
    ((void (*)(void *))e->f)(e->arg);
    break;
  case EXIT_WITH_CODE:
    ((void (*)(int, void *))e->f)(code, e->arg);
    break;
  }
}

/* Run the handlers of one file, or all; a handler may register more. */
static void run_list(struct exit_function **list, const void *file, int code)
{
  for (struct exit_function **at = list; *at;) {
    struct exit_function *e = *at;
    if (file && e->file != file) {
      at = &e->next;
      continue;
    }
    *at = e->next;
    struct exit_function once = *e;
    free(e);
    call(&once, code);
    at = list;
  }
}

void libc_exit(struct image *i)
{
  libc_thread_exits(i);
  run_list(&i->libc.exits, NULL, i->exit_code);
  image_destructors(i);
  fflush(NULL);
}

void libc_thread_exits(struct image *i)
{
  run_list(&image_thread_self()->exits, NULL, i->exit_code);
}

void libc_thread_forgets(struct image_thread *t)
{
  for (struct exit_function *e; (e = t->exits);) {
    t->exits = e->next;
    free(e);
  }
}

static int exit_atexit(void (*f)(void))
{
  return push(&libc_self()->libc.exits, EXIT_PLAIN, f, NULL, NULL);
}

static int exit_cxa_atexit(void (*f)(void *), void *arg, void *file)
{
  return push(&libc_self()->libc.exits, EXIT_WITH_ARGUMENT, f, arg, file);
}

static int exit_on_exit(void (*f)(int, void *), void *arg)
{
  return push(&libc_self()->libc.exits, EXIT_WITH_CODE, f, arg, NULL);
}

static int exit_at_quick_exit(void (*f)(void))
{
  return push(&libc_self()->libc.quick_exits, EXIT_PLAIN, f, NULL, NULL);
}

static int exit_cxa_at_quick_exit(void (*f)(void *), void *file)
{
  return push(&libc_self()->libc.quick_exits, EXIT_WITH_ARGUMENT, f, NULL,
              file);
}

static int exit_cxa_thread_atexit(void (*f)(void *), void *arg, void *file)
{
  return push(&image_thread_self()->exits, EXIT_WITH_ARGUMENT, f, arg, file);
}

/* What a file's own destructor calls. */
static void exit_cxa_finalize(void *file)
{
  struct image *i = libc_self();
  run_list(&i->libc.exits, file, i->exit_code);
}

static void exit_quick_exit(int code)
{
  struct image *i = libc_self();
  i->exit_code = code;
  run_list(&i->libc.quick_exits, NULL, code);
  image_leave(code);
}

/* --- C++: nobody catches an exception --- */

typedef void (*terminate_handler)(void);

/* __gnu_cxx::__verbose_terminate_handler(): tells of the exception. */
extern void
tell_exception(void) __asm__("_ZN9__gnu_cxx27__verbose_terminate_handlerEv");

terminate_handler libc_terminate(void)
{
  terminate_handler own = self ? self->image->libc.terminate : NULL;
  return own ? own : tell_exception;
}

static terminate_handler exit_set_terminate(terminate_handler f)
{
  terminate_handler old = libc_terminate();
  libc_self()->libc.terminate = f;
  return old;
}

const struct libc_entry libc_exit_table[] = {
    {"exit", image_exit},
    {"_exit", image_leave},
    {"_Exit", image_leave},
    {"quick_exit", exit_quick_exit},
    {"atexit", exit_atexit},
    {"on_exit", exit_on_exit},
    {"at_quick_exit", exit_at_quick_exit},
    {"__cxa_atexit", exit_cxa_atexit},
    {"__cxa_at_quick_exit", exit_cxa_at_quick_exit},
    {"__cxa_thread_atexit", exit_cxa_thread_atexit},
    {"__cxa_thread_atexit_impl", exit_cxa_thread_atexit},
    {"__cxa_finalize", exit_cxa_finalize},
    {"_ZSt13set_terminatePFvvE", exit_set_terminate},
    {"_ZSt13get_terminatev", libc_terminate},
    {"__libc_start_main", image_start_main},
    {"__tls_get_addr", tls_get_address},
    {NULL, NULL}};
