/* Info objects: ordered lists of (key, value) strings. [MPI-4.1 10]
 *
 * Invariant: keys are unique, nonempty and shorter
 * than MPI_MAX_INFO_KEY, values shorter than MPI_MAX_INFO_VAL, in the order in
 * which the keys were first set. */
#ifndef ORIEL_INFO_H
#define ORIEL_INFO_H

#include <stdbool.h>

struct info_entry {
  char *key, *value;
};

struct info {
  bool constant; /* MPI_INFO_ENV: the program may not change it */
  int count, size;
  struct info_entry *entries;
};

struct info *info_new(void);
struct info *info_dup(const struct info *);
void info_free(struct info *); /* NULL is allowed */

/* The value, owned by the info; NULL when the key or the info is not there. */
const char *info_get(const struct info *, const char *key);
/* Is it there with one of the strings that MPI reads as true ("true")? */
bool info_true(const struct info *, const char *key);

/* 0, or MPI_ERR_INFO_KEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO (constant). */
int info_set(struct info *, const char *key, const char *value);
/* 0, MPI_ERR_INFO_NOKEY, or MPI_ERR_INFO. */
int info_delete(struct info *, const char *key);

/* 0, or MPI_ERR_INFO_KEY when MPI forbids such a key. */
int info_check_key(const char *key);

#endif
