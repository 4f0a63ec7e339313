/* Leaving a thread from anywhere in it: pthread_exit and thrd_exit.
 *
 * The frames of the program are unwound, so that what C++ has to destroy is
 * destroyed, up to the latest place that pthread_cleanup_push has noted, which
 * calls its handler and goes on from there; then to the thread's first frame.
 * Where there is nothing to unwind by, the frames between are left as they are.
 */
#include "pthread.h"

#include "thread.h"

#include "../rank/streams.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unwind.h>

/* What pthread_cleanup_push keeps on the program's stack is a place to jump
 * to, which calls the handler, and room for the run time. */
static void register_cancel(__pthread_unwind_buf_t *c)
{
  struct thread *t = thread_self();
  c->__pad[0] = t->cleanup;
  t->cleanup = c;
}

static void unregister_cancel(__pthread_unwind_buf_t *c)
{
  thread_self()->cleanup = c->__pad[0];
}

static void __attribute__((noreturn)) jump(__pthread_unwind_buf_t *c)
{
  static jmp_buf place; /* that is less than a whole one, without a mask */
  unregister_cancel(c);
  memcpy(place, c->__cancel_jmp_buf, sizeof c->__cancel_jmp_buf);
  longjmp(place, 1);
}

/* Is told of each frame, the latest first. */
static _Unwind_Reason_Code stop(int version, _Unwind_Action actions,
                                _Unwind_Exception_Class class,
                                struct _Unwind_Exception *e,
                                struct _Unwind_Context *frame, void *arg)
{
  struct thread *t = arg;
  __pthread_unwind_buf_t *c = t->cleanup;
  bool ends = actions & _UA_END_OF_STACK;
  (void)version, (void)class, (void)e;
  if (c && (ends || _Unwind_GetCFA(frame) > (uintptr_t)c)) jump(c);
  if (ends) thread_exit(t->value, t->leaving);
  return _URC_NO_REASON;
}

/* As the C library has it. */
static void caught(_Unwind_Reason_Code reason, struct _Unwind_Exception *e)
{
  (void)reason, (void)e;
  streams_say("oriel: %s leaves by pthread_exit: a catch (...) has not thrown "
              "that on\n",
              strand_label(self));
  libc_killed(SIGABRT, SI_TKILL);
}

/* The program calls this again from each handler. */
static void unwind_next(__pthread_unwind_buf_t *c)
{
  struct thread *t = thread_self();
  (void)c;
  t->unwound = (struct _Unwind_Exception){.exception_cleanup = caught};
  _Unwind_ForcedUnwind(&t->unwound, stop, t);
}

void thread_leave(void *value, struct pause pause)
{
  struct thread *t = thread_self();
  t->value = value;
  t->leaving = pause;
  unwind_next(NULL);
}

static void pthread_exit_(void *value)
{
  thread_leave(value, PAUSE("pthread_exit"));
}

const struct libc_entry leave_table[] = {
    {"pthread_exit", pthread_exit_},
    {"__pthread_register_cancel", register_cancel},
    {"__pthread_unregister_cancel", unregister_cancel},
    {"__pthread_unwind_next", unwind_next},
    {NULL, NULL}};
