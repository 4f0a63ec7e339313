/* Attributes: what a program hangs on a communicator, window or datatype.
 *
 * One mechanism for the three. A keyval belongs to one rank and carries the
 * program's copy and delete functions; an object's attributes are an ordered
 * set of (keyval, value). Model may not call user code: whoever makes a
 * keyval says who runs its functions.
 *
 * Invariants: a keyval lives, and its number stays valid, until it was freed
 * and the last attribute that uses it is gone; an attribute leaves its set
 * only after its delete function has returned success; sets are cleared in
 * the reverse order of setting. [MPI-4.1 7.7] */
#ifndef ORIEL_ATTRIBUTE_H
#define ORIEL_ATTRIBUTE_H

#include "../handle/handle.h"
#include <stdbool.h>
#include <stdint.h>

enum attribute_kind {
  ATTRIBUTE_COMM,
  ATTRIBUTE_WINDOW,
  ATTRIBUTE_DATATYPE,
};

/* The program's function, whose true type follows from the kind; NULL and
 * ATTRIBUTE_DUP are the ABI's MPI_*_NULL_COPY_FN, _NULL_DELETE_FN, _DUP_FN. */
typedef void attribute_function(void);
#define ATTRIBUTE_DUP ((attribute_function *)1)

struct keyval;

/* Who runs the program's functions; never called for predefined ones.
 * `object` is the handle that the program knows the object by. They return
 * what the function returned. */
struct attribute_calls {
  int (*copy)(const struct keyval *, uintptr_t object, void *value,
              void **copied, int *flag);
  int (*delete)(const struct keyval *, uintptr_t object, void *value);
};

struct keyval {
  int references; /* its number, while not freed, and attributes that use it */
  int number;     /* what the program calls it */
  bool freed;     /* by the program */
  enum attribute_kind kind;
  attribute_function *copy_fn, *delete_fn;
  void *extra_state;
  const struct attribute_calls *calls;
  struct handle_table *table;
};

/* Make a keyval in a rank's table; its number, or 0 when there are too many. */
int keyval_new(struct handle_table *, enum attribute_kind,
               attribute_function *copy_fn, attribute_function *delete_fn,
               void *extra_state, const struct attribute_calls *);
/* The keyval of a number and kind, also when it is freed but still used;
 * 0 or MPI_ERR_KEYVAL. */
int keyval_of(const struct handle_table *, enum attribute_kind, int number,
              struct keyval **);
/* What MPI_*_free_keyval does; *number becomes MPI_KEYVAL_INVALID. */
int keyval_free(const struct handle_table *, enum attribute_kind, int *number);

/* An object's set; NULL is the empty one, and all functions take it. */
struct attributes;

/* Set, first deleting the value that is there. */
int attributes_set(struct attributes **, struct keyval *, uintptr_t object,
                   void *value);
bool attributes_get(const struct attributes *, const struct keyval *,
                    void **value);
int attributes_delete(struct attributes *, struct keyval *, uintptr_t object);
/* Copy to a new object's empty set what the copy functions want copied. When
 * one fails, what was copied is deleted again and its code returned. */
int attributes_copy(const struct attributes *from, uintptr_t object,
                    struct attributes **to, uintptr_t new_object);
/* Delete all, the last set first, and free the set. When a delete function
 * fails the rest stays, and its code is returned. */
int attributes_clear(struct attributes **, uintptr_t object);

#endif
