/* What changes hands when another thread of the program runs. */
#include "own.h"

#include "folder.h"
#include "locale.h"

#include <errno.h>
#include <string.h>

static struct own *in_place;
char *own_locals;
static unsigned long switches;

/* --- the C++ run time, and modes --- */

/* The C++ run time's list of exceptions that are being handled. */
void *__cxa_get_globals(void);

static void *exceptions(void)
{
  static void *globals;
  if (!globals) globals = __cxa_get_globals();
  return globals;
}

/* Its variables by which std::call_once hands over a function. */
extern __thread void *once_callable __asm__("_ZSt15__once_callable");
extern __thread void (*once_call)(void) __asm__("_ZSt11__once_call");

static void **callable_place(void)
{
  static void **place;
  if (!place) place = &once_callable;
  return place;
}

static void (**call_place(void))(void)
{
  static void (**place)(void);
  if (!place) place = &once_call;
  return place;
}

/* Rounding and traps of floating point, which a thread begins with. Once it
 * has begun they are its context's, as its registers are. */
static void take_modes(struct own *o)
{
  __asm__ volatile("stmxcsr %0\n"
                   "fnstcw %1"
                   : "=m"(o->sse_mode), "=m"(o->x87_mode));
}

static void give_modes(const struct own *o)
{
  __asm__ volatile("ldmxcsr %0\n"
                   "fldcw %1"
                   :
                   : "m"(o->sse_mode), "m"(o->x87_mode));
}

static void begin_anew(struct own *o)
{
  memset(o->exceptions, 0, sizeof o->exceptions);
  o->once_left = false;
  o->fresh = true;
}

void own_renew(struct own *o)
{
  begin_anew(o);
  take_modes(o);
}

void own_renew_as_process(struct own *o)
{
  enum { SSE_DEFAULT = 0x1f80, X87_DEFAULT = 0x37f };
  begin_anew(o);
  o->sse_mode = SSE_DEFAULT;
  o->x87_mode = X87_DEFAULT;
}

/* --- thread-locals --- */

static void take_locals(struct own *o)
{
  if (o->locals) memcpy(o->locals, own_block(o), o->size);
}

static void give_locals(const struct own *o)
{
  if (o->locals) memcpy(own_block(o), o->locals, o->size);
}

bool own_move_locals(bool aside)
{
  struct own *o = in_place;
  if (o->aside == aside) return aside;
  if (aside)
    take_locals(o);
  else
    give_locals(o);
  o->aside = aside;
  return !aside;
}

/* --- switches --- */

/* Hardly any thread is about to execute something once when it is switched: its
 * own memory for that is left alone. */
static void take_once(struct own *o)
{
  struct once left = {*callable_place(), *call_place()};
  o->once_left = left.callable || left.call;
  if (o->once_left) o->once = left;
}

static void give_once(const struct own *o)
{
  struct once left = o->once_left ? o->once : (struct once){NULL, NULL};
  *callable_place() = left.callable;
  *call_place() = left.call;
}

static void name_process(const struct program_name *name)
{
  program_invocation_name = name->whole;
  program_invocation_short_name = name->base;
}

void own_switch(struct own *o)
{
  if (!o || in_place == o) return;
  if (in_place) {
    memcpy(in_place->exceptions, exceptions(), sizeof o->exceptions);
    take_once(in_place);
    if (!in_place->aside) take_locals(in_place);
  }
  if (o->fresh) give_modes(o);
  o->fresh = false;
  memcpy(exceptions(), o->exceptions, sizeof o->exceptions);
  give_once(o);
  if (!o->aside) give_locals(o);
  name_process(o->name);
  if (folders_changed) folder_enter(o->folder);
  if (locales_changed)
    locale_enter(o->locale, in_place ? &in_place->thread_locale : NULL,
                 o->thread_locale);
  in_place = o;
  own_locals = o->locals;
  switches++;
}

struct own *own_in_place(void)
{
  return in_place;
}

unsigned long own_switches(void)
{
  return switches;
}
