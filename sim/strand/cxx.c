/* std::thread and std::condition_variable: the parts that lie in the C++ run
 * time's library, which would make threads of the host. The rest is inline in
 * the program, on pthreads. A std::thread is its number; a unique_lock begins
 * with a pointer to its mutex. */
#include "pthread.h"

#include "crew.h"
#include "thread.h"

#include "../rank/rank.h"
#include "../../model/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* std::thread::_State: a virtual destructor (two entries), and _M_run(). */
struct state {
  void (**methods)(struct state *);
};
enum { STATE_DELETE = 1, STATE_RUN = 2 };

static void state_delete(struct state **s)
{
  (*s)->methods[STATE_DELETE](*s);
}

/* Also if the thread leaves by pthread_exit. */
static void *run_state(void *arg)
{
  struct state *s __attribute__((cleanup(state_delete))) = arg;
  s->methods[STATE_RUN](s);
  return NULL;
}

static void thread_start(unsigned long *id, struct state **owner,
                         void (*depend)(void))
{
  struct state *s = *owner;
  (void)depend;
  *owner = NULL;
  thread_new(id, 0, false, run_state, s, __builtin_return_address(0));
}

/* std::__throw_system_error() */
extern void throw_error(int error) __asm__("_ZSt20__throw_system_errori")
    __attribute__((noreturn));

/* The thread is nobody's any more. */
static void give_up(unsigned long *id, int error)
{
  if (error) throw_error(error);
  *id = 0;
}

/* Programs take pointers to this member, an odd one of which would be that of a
 * virtual function; without optimisation addresses may be odd. */
__attribute__((aligned(16))) static void std_thread_join(unsigned long *id)
{
  struct pause pause = PAUSE("std::thread::join");
  give_up(id, *id ? thread_join(*id, NULL, pause, HUGE_VAL) : EINVAL);
}

static void std_thread_detach(unsigned long *id)
{
  give_up(id, *id ? thread_detach(*id) : EINVAL);
}

static unsigned hardware_concurrency(void)
{
  return (unsigned)crew_cores(self);
}

static void variable_make(struct condition *c)
{
  memset(c, 0, CONDITION_SIZE);
}

static void variable_end(struct condition *c)
{
  crew_forget(c, 0);
}

static void variable_wait(struct condition *c, struct mutex **lock)
{
  condition_wait(c, *lock, PAUSE("std::condition_variable::wait"), HUGE_VAL);
}

/* --- std::notify_all_at_thread_exit --- */

struct lock { /* a unique_lock */
  struct mutex *mutex;
  bool owns;
};

struct notice {
  struct thread_end end;
  struct condition *condition;
  struct mutex *mutex;
};

static void notice_give(struct thread_end *e)
{
  struct notice n = *(struct notice *)e;
  free(e);
  mutex_unlock(n.mutex);
  condition_broadcast(n.condition);
}

/* The lock, which is the caller's to destroy, has been moved here. */
static void notify_at_exit(struct condition *c, struct lock *lock)
{
  struct notice *n = xmalloc(sizeof *n);
  *n = (struct notice){{.run = notice_give}, c, lock->mutex};
  *lock = (struct lock){NULL, false};
  thread_at_end(&n->end);
}

const struct libc_entry cxx_table[] = {
    {"_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_"
     "deleteIS1_EEPFvvE",
     thread_start},
    {"_ZNSt6thread4joinEv", std_thread_join},
    {"_ZNSt6thread6detachEv", std_thread_detach},
    {"_ZNSt6thread20hardware_concurrencyEv", hardware_concurrency},
    {"_ZNSt18condition_variableC1Ev", variable_make},
    {"_ZNSt18condition_variableD1Ev", variable_end},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
     variable_wait},
    {"_ZNSt18condition_variable10notify_oneEv", condition_signal},
    {"_ZNSt18condition_variable10notify_allEv", condition_broadcast},
    {"_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lock"
     "ISt5mutexE",
     notify_at_exit},
    {NULL, NULL}};
