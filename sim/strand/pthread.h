/* The functions of threads that programs are bound to. */
#ifndef ORIEL_PTHREAD_H
#define ORIEL_PTHREAD_H

#include "crew.h"

#include "../image/libc.h"

#include <time.h>

/* Tables for libc_add_tables(), and the list of them. */
extern const struct libc_entry *const pthread_tables[];
extern const struct libc_entry pthread_table[], mutex_table[],
    condition_table[], words_table[], futex_table[], c11_table[], cxx_table[],
    semaphore_table[], leave_table[], manner_table[], process_table[];

/* A call of the kernel about how threads are scheduled whose result is not that
 * of a function of the C library. (manner.c) */
bool manner_call(long number, const long arguments[6], long *result);

/* The objects lie in the memory that the program has for those of the C
 * library; all zero is what its static initialisers give. mutex.c: */
struct mutex {
  int use;        /* the owner's, of its strand: another thread's may follow */
  unsigned depth; /* how often its owner has locked it */
  struct strand *owner; /* NULL: nobody */
  int kind; /* PTHREAD_MUTEX_..., where static initialisers put it */
  int unused_too;
  struct entry *waiting;
};
int mutex_lock(struct mutex *, struct pause, double date);
int mutex_try(struct mutex *, struct pause);
int mutex_unlock(struct mutex *);

/* condition.c: */
enum { CONDITION_SIZE = 48 }; /* of a pthread_cond_t */
struct condition {
  struct entry *waiting;
  clockid_t clock;
};
int condition_wait(struct condition *, struct mutex *, struct pause,
                   double date);
int condition_signal(struct condition *);
int condition_broadcast(struct condition *);

/* The simulated date of a time on a clock of the program's, for queue_wait; NAN
 * if it is none, as POSIX lets only who has to wait find out. */
double date_of(clockid_t, const struct timespec *);

#endif
