/* Thread-specific data of the one thread that a rank has.
 *
 * The process's own keys are few and would be shared; a rank has as many as
 * it asks for. Key k is at keys[k - 1]. */
#include "libc.h"

#include "../../model/memory.h"
#include "template.h"

#include <errno.h>
#include <pthread.h>

struct libc_key {
  bool used;
  const void *value;
};

static struct libc_key *key_of(pthread_key_t key)
{
  struct libc_state *libc = &libc_self()->libc;
  if (key == 0 || key > libc->key_count || !libc->keys[key - 1].used)
    return NULL;
  return &libc->keys[key - 1];
}

/* Destructors run when a thread ends before its process: never. */
static int threads_key_create(pthread_key_t *key, void (*destructor)(void *))
{
  struct libc_state *libc = &libc_self()->libc;
  (void)destructor;
  libc->keys = xrealloc(libc->keys, (libc->key_count + 1) * sizeof *libc->keys);
  libc->keys[libc->key_count] = (struct libc_key){true, NULL};
  *key = ++libc->key_count;
  return 0;
}

static int threads_key_delete(pthread_key_t key)
{
  struct libc_key *k = key_of(key);
  if (!k) return EINVAL;
  k->used = false;
  return 0;
}

static void *threads_getspecific(pthread_key_t key)
{
  struct libc_key *k = key_of(key);
  return k ? (void *)k->value : NULL;
}

static int threads_setspecific(pthread_key_t key, const void *value)
{
  struct libc_key *k = key_of(key);
  if (!k) return EINVAL;
  k->value = value;
  return 0;
}

const struct libc_entry libc_threads_table[] = {
    {"pthread_key_create", threads_key_create},
    {"__pthread_key_create", threads_key_create},
    {"pthread_key_delete", threads_key_delete},
    {"pthread_getspecific", threads_getspecific},
    {"pthread_setspecific", threads_setspecific},
    {NULL, NULL}};
