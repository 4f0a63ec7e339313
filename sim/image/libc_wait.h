/* Waits in the kernel for what other ranks do: for a lock of a file, a message,
 * a semaphore of System V's, a connection. All ranks are one process, so who
 * waits there stops whoever is to end that. Instead it tries, and when that
 * fails lets the others go on until something has changed. */
#ifndef ORIEL_LIBC_WAIT_H
#define ORIEL_LIBC_WAIT_H

#include "../rank/strand.h"

#include <stdbool.h>
#include <stdint.h>

/* What the call does to others: it comes after who gave what it takes, and may
 * leave nothing to take. */
enum wait_way { WAIT_TAKES, WAIT_TAKES_ALL, WAIT_GIVES, WAIT_BOTH };

struct kernel_wait {
  /* Does not wait: -1 and EAGAIN, ENOMSG or ETIMEDOUT if it would have to. */
  long (*attempt)(const long *arguments);
  long arguments[5];
  uint64_t object; /* of the kernel's, on which it waits: libc_wait_object */
  enum wait_way way;
  const char *what; /* it waits for, in words */
  bool at_once;     /* it does not wait: what fails is a poll */
  double date;      /* up to which it waits; NAN: that is none */
  int late;         /* errno when that has come */
  /* Once no rank can go on: may somebody outside the run end it? NULL: no. */
  bool (*outside)(const struct kernel_wait *);
};

/* The result of the call, as of the attempt that succeeds. */
long libc_wait(const struct kernel_wait *, struct pause);
/* An attempt is being made since no rank can go on. */
extern bool libc_wait_looks;

/* The name of an object of this kind, by two numbers. */
enum wait_kind { WAIT_FILE, WAIT_QUEUE, WAIT_SEMAPHORES };
uint64_t libc_wait_object(enum wait_kind, uint64_t, uint64_t);
/* That of what is open by this number. */
uint64_t libc_wait_file(int fd);
/* Something else was done to it, or, by 0, may have been to any. Does not park.
 */
void libc_wait_changed(uint64_t object);

/* No rank can go on: let those that wait so look again, if there are any and
 * that is not in vain, as what another process does is not seen; or await that.
 */
bool libc_wait_look_again(void);

#endif
