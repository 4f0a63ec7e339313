/* Thread-specific data.
 *
 * The process's own keys are few and would be shared; a rank has as many as
 * it asks for, and each of its threads a value for each. Key k is at
 * keys[k - 1]; a deleted key's number is not used again, so that no thread
 * holds a value for a key it does not know. */
#include "libc.h"

#include "../../model/memory.h"
#include "template.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <threads.h>

struct libc_key {
  bool used;
  void (*destructor)(void *);
};

static struct libc_key *key_of(pthread_key_t key)
{
  struct libc_state *libc = &libc_self()->libc;
  if (key == 0 || key > libc->key_count || !libc->keys[key - 1].used)
    return NULL;
  return &libc->keys[key - 1];
}

static int threads_key_create(pthread_key_t *key, void (*destructor)(void *))
{
  struct libc_state *libc = &libc_self()->libc;
  libc->keys = xgrow(libc->keys, libc->key_count, sizeof *libc->keys);
  libc->keys[libc->key_count] = (struct libc_key){true, destructor};
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
  const struct image_thread *t = image_thread_self();
  if (!key_of(key) || key > t->value_count) return NULL;
  return (void *)t->values[key - 1];
}

static int threads_setspecific(pthread_key_t key, const void *value)
{
  struct image_thread *t = image_thread_self();
  if (!key_of(key)) return EINVAL;
  if (key > t->value_count) {
    t->values = xextend(t->values, t->value_count, key, sizeof *t->values);
    t->value_count = key;
  }
  t->values[key - 1] = value;
  return 0;
}

/* A destructor may set values anew: several rounds, as POSIX has it. */
void libc_key_destructors(struct image *i)
{
  struct image_thread *t = image_thread_self();
  bool any = true;
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && any; round++) {
    any = false;
    for (unsigned k = 0; k < t->value_count; k++) {
      struct libc_key key = i->libc.keys[k];
      void *value = (void *)t->values[k];
      if (!value || !key.used || !key.destructor) continue;
      any = true;
      t->values[k] = NULL;
      key.destructor(value);
    }
  }
}

static int threads_tss_set(tss_t key, void *value)
{
  return threads_setspecific(key, value) ? thrd_error : thrd_success;
}

const struct libc_entry libc_threads_table[] = {
    {"pthread_key_create", threads_key_create},
    {"__pthread_key_create", threads_key_create},
    {"pthread_key_delete", threads_key_delete},
    {"pthread_getspecific", threads_getspecific},
    {"pthread_setspecific", threads_setspecific},
    {"tss_create", threads_key_create}, /* 0 is thrd_success, too */
    {"tss_delete", threads_key_delete},
    {"tss_get", threads_getspecific},
    {"tss_set", threads_tss_set},
    {NULL, NULL}};
