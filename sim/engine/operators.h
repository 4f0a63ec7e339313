/* C++'s operators new and delete, which a program may replace.
 *
 * All 20 of them, by the names that C++'s library has for them: `each` is given
 * the result, the name and the types of the arguments. */
#ifndef ORIEL_ENGINE_OPERATORS_H
#define ORIEL_ENGINE_OPERATORS_H

#include <stdbool.h>
#include <stddef.h>

/* clang-format off */
#define OPERATORS_OF_1(each) \
  each(void *, _Znwm, size_t) \
  each(void *, _Znam, size_t) \
  each(void, _ZdlPv, void *) \
  each(void, _ZdaPv, void *)

#define OPERATORS_OF_2(each) \
  each(void *, _ZnwmSt11align_val_t, size_t, size_t) \
  each(void *, _ZnamSt11align_val_t, size_t, size_t) \
  each(void *, _ZnwmRKSt9nothrow_t, size_t, const void *) \
  each(void *, _ZnamRKSt9nothrow_t, size_t, const void *) \
  each(void, _ZdlPvm, void *, size_t) \
  each(void, _ZdaPvm, void *, size_t) \
  each(void, _ZdlPvSt11align_val_t, void *, size_t) \
  each(void, _ZdaPvSt11align_val_t, void *, size_t) \
  each(void, _ZdlPvRKSt9nothrow_t, void *, const void *) \
  each(void, _ZdaPvRKSt9nothrow_t, void *, const void *)

#define OPERATORS_OF_3(each) \
  each(void *, _ZnwmSt11align_val_tRKSt9nothrow_t, \
       size_t, size_t, const void *) \
  each(void *, _ZnamSt11align_val_tRKSt9nothrow_t, \
       size_t, size_t, const void *) \
  each(void, _ZdlPvmSt11align_val_t, void *, size_t, size_t) \
  each(void, _ZdaPvmSt11align_val_t, void *, size_t, size_t) \
  each(void, _ZdlPvSt11align_val_tRKSt9nothrow_t, \
       void *, size_t, const void *) \
  each(void, _ZdaPvSt11align_val_tRKSt9nothrow_t, \
       void *, size_t, const void *)
/* clang-format on */

#define OPERATOR_DECLARED(type, name, ...) type name(__VA_ARGS__);
OPERATORS_OF_1(OPERATOR_DECLARED)
OPERATORS_OF_2(OPERATOR_DECLARED)
OPERATORS_OF_3(OPERATOR_DECLARED)
#undef OPERATOR_DECLARED

enum { OPERATORS = 20 };
extern const char *const operator_names[OPERATORS];

/* That of the program whose code runs, NULL where it has none of its own: asked
 * at each call but for SimGrid's. NULL: there are no programs. */
extern void *(*operator_own)(int number);
/* SimGrid works, on whichever stack: what it allocates is its own. */
extern bool engine_in_simgrid;

#endif
