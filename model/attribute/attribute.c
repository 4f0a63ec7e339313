/* Attributes: an array in the order of setting, searched from the end, where
 * those are that go first.
 *
 * A copy or delete function may itself make MPI calls on the same object, so
 * no position in the array is kept across one: entries are found again. An
 * entry whose delete function runs is `leaving`: it can still be read. */
#include "attribute.h"
#include "../error/fault.h"
#include "../memory.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct attribute {
  struct keyval *keyval;
  void *value;
  bool leaving;
};

struct attributes {
  int count;
  struct attribute *entries;
};

int keyval_new(struct handle_table *table, enum attribute_kind kind,
               attribute_function *copy_fn, attribute_function *delete_fn,
               void *extra_state, const struct attribute_calls *calls)
{
  struct keyval *k = xcalloc(1, sizeof *k);
  *k = (struct keyval){
      .references = 1,
      .number = (int)handle_new(table, HANDLE_KEYVAL, k),
      .kind = kind,
      .copy_fn = copy_fn,
      .delete_fn = delete_fn,
      .extra_state = extra_state,
      .calls = calls,
      .table = table,
  };
  if (k->number) return k->number;
  free(k);
  return 0;
}

static void keyval_unref(struct keyval *k)
{
  if (--k->references > 0) return;
  handle_free(k->table, HANDLE_KEYVAL, (uintptr_t)k->number);
  free(k);
}

int keyval_of(const struct handle_table *table, enum attribute_kind kind,
              int number, struct keyval **keyval)
{
  static const char *const kinds[] = {"communicators", "windows", "datatypes"};
  struct keyval *k = NULL;
  if (number == MPI_KEYVAL_INVALID)
    return fault(MPI_ERR_KEYVAL,
                 ": the keyval is MPI_KEYVAL_INVALID [MPI-4.1 7.7]");
  if (number > 0) k = handle_find(table, HANDLE_KEYVAL, (uintptr_t)number);
  if (!k)
    return fault(MPI_ERR_KEYVAL, ": %d is not a keyval [MPI-4.1 7.7]", number);
  if (k->kind != kind)
    return fault(MPI_ERR_KEYVAL,
                 ": the keyval is one for %s, not for %s [MPI-4.1 7.7]",
                 kinds[k->kind], kinds[kind]);
  *keyval = k;
  return 0;
}

int keyval_free(const struct handle_table *table, enum attribute_kind kind,
                int *number)
{
  struct keyval *k = NULL;
  int error = keyval_of(table, kind, *number, &k);
  if (error) return error;
  if (k->freed)
    return fault(MPI_ERR_KEYVAL, ": the keyval was freed before [MPI-4.1 7.7]");
  k->freed = true;
  keyval_unref(k);
  *number = MPI_KEYVAL_INVALID;
  return 0;
}

static struct attribute *find(const struct attributes *set,
                              const struct keyval *k)
{
  bool used = k->references > !k->freed; /* by the attributes of any object */
  for (int i = set && used ? set->count - 1 : -1; i >= 0; i--)
    if (set->entries[i].keyval == k) return set->entries + i;
  return NULL;
}

static void append(struct attributes **set, struct keyval *k, void *value)
{
  struct attributes *s = *set;
  if (!s) s = *set = xcalloc(1, sizeof *s);
  s->entries = xgrow(s->entries, s->count, sizeof *s->entries);
  s->entries[s->count++] = (struct attribute){.keyval = k, .value = value};
  k->references++;
}

/* Take out an entry without asking anybody. */
static void take_out(struct attributes *set, struct attribute *a)
{
  struct keyval *k = a->keyval;
  size_t after = (size_t)(set->entries + set->count - (a + 1));
  memmove(a, a + 1, after * sizeof *a);
  set->count--;
  keyval_unref(k);
}

/* Run the delete function; take the entry out when it agrees. */
static int drop(struct attributes *set, struct attribute *a, uintptr_t object)
{
  struct keyval *k = a->keyval;
  int code = 0;
  if (a->leaving)
    return fault(MPI_ERR_KEYVAL, ": the attribute's delete function is "
                                 "running [MPI-4.1 7.7]");
  a->leaving = true;
  if (k->delete_fn) code = k->calls->delete (k, object, a->value);
  a = find(set, k);
  a->leaving = false;
  if (code)
    return fault(code,
                 ": the delete function of an attribute returned %d "
                 "[MPI-4.1 7.7]",
                 code);
  take_out(set, a);
  return 0;
}

int attributes_set(struct attributes **set, struct keyval *k, uintptr_t object,
                   void *value)
{
  struct attribute *old;
  int error;
  if (k->freed)
    return fault(MPI_ERR_KEYVAL, ": the keyval was freed before [MPI-4.1 7.7]");
  old = find(*set, k);
  k->references++; /* the delete function might free it */
  error = old ? drop(*set, old, object) : 0;
  if (!error) append(set, k, value);
  keyval_unref(k);
  return error;
}

bool attributes_get(const struct attributes *set, const struct keyval *k,
                    void **value)
{
  struct attribute *a = find(set, k);
  if (a) *value = a->value;
  return a;
}

int attributes_delete(struct attributes *set, struct keyval *k,
                      uintptr_t object)
{
  struct attribute *a = find(set, k);
  if (!a)
    return fault(MPI_ERR_KEYVAL,
                 ": the object has no attribute of this keyval [MPI-4.1 7.7]");
  return drop(set, a, object);
}

/* What becomes of one attribute when its object is duplicated. */
static int copy(const struct keyval *k, uintptr_t object, void *value,
                void **copied, int *flag)
{
  int code = 0;
  *flag = 0;
  *copied = value;
  if (k->copy_fn == ATTRIBUTE_DUP)
    *flag = 1;
  else if (k->copy_fn)
    code = k->calls->copy(k, object, value, copied, flag);
  return code;
}

/* The old object's keyvals, each held: its functions may change the set. */
static struct keyval **hold_keyvals(const struct attributes *set)
{
  struct keyval **held = xmalloc((size_t)set->count * sizeof *held);
  for (int i = 0; i < set->count; i++) {
    held[i] = set->entries[i].keyval;
    held[i]->references++;
  }
  return held;
}

/* Free the set without asking anybody. */
static void discard(struct attributes **set)
{
  struct attributes *s = *set;
  if (!s) return;
  while (s->count > 0)
    take_out(s, s->entries + s->count - 1);
  free(s->entries);
  free(s);
  *set = NULL;
}

int attributes_copy(const struct attributes *from, uintptr_t object,
                    struct attributes **to, uintptr_t new_object)
{
  int count = from ? from->count : 0;
  struct keyval **held;
  int code = 0;
  if (!count) return 0;
  held = hold_keyvals(from);
  for (int i = 0; i < count; i++) {
    struct attribute *a = code ? NULL : find(from, held[i]);
    void *copied;
    int flag;
    if (a) code = copy(held[i], object, a->value, &copied, &flag);
    if (a && !code && flag) append(to, held[i], copied);
    keyval_unref(held[i]);
  }
  free(held);
  if (!code) return 0;
  attributes_clear(to, new_object);
  discard(to);
  return fault(code,
               ": the copy function of an attribute returned %d "
               "[MPI-4.1 7.7]",
               code);
}

int attributes_clear(struct attributes **set, uintptr_t object)
{
  while (*set && (*set)->count > 0) {
    struct attribute *last = (*set)->entries + (*set)->count - 1;
    int error = drop(*set, last, object);
    if (error) return error;
  }
  discard(set);
  return 0;
}
