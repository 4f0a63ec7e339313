/* C++'s operators new and delete: which of them a call means.
 *
 * A program may replace each, and C++'s library must call the program's then
 * [C++17 new.delete], as must the forms that it has not replaced: they are made
 * of others. All ranks share one copy of that library. The linker binds what it
 * and SimGrid call to the functions here, which go before it in this process,
 * and they go on to the operator of the program whose code runs. Invariant:
 * memory goes back to where it came from: what SimGrid keeps for itself is
 * never a program's, on whichever stack it works. */
#include "operators.h"

#include <dlfcn.h>

bool engine_in_simgrid;
void *(*operator_own)(int number);

/* clang-format off */
#define OPERATOR_NUMBER(type, name, ...) NUMBER##name,
enum {
  OPERATORS_OF_1(OPERATOR_NUMBER)
  OPERATORS_OF_2(OPERATOR_NUMBER)
  OPERATORS_OF_3(OPERATOR_NUMBER)
};

#define OPERATOR_NAME(type, name, ...) #name,
const char *const operator_names[OPERATORS] = {
  OPERATORS_OF_1(OPERATOR_NAME)
  OPERATORS_OF_2(OPERATOR_NAME)
  OPERATORS_OF_3(OPERATOR_NAME)
};
/* clang-format on */

/* C++'s library's. */
static void *operator_of_library(int number)
{
  static void *found[OPERATORS];
  if (!found[number]) found[number] = dlsym(RTLD_NEXT, operator_names[number]);
  return found[number];
}

static void *operator_now(int number)
{
  void *own = NULL;
  if (operator_own && !engine_in_simgrid) own = operator_own(number);
  return own ? own : operator_of_library(number);
}

/* clang-format off */
#define OPERATOR_OF_1(type, name, A) \
  __attribute__((visibility("default"))) type name(A a) \
  { \
    return ((type (*)(A))operator_now(NUMBER##name))(a); \
  }
#define OPERATOR_OF_2(type, name, A, B) \
  __attribute__((visibility("default"))) type name(A a, B b) \
  { \
    return ((type (*)(A, B))operator_now(NUMBER##name))(a, b); \
  }
#define OPERATOR_OF_3(type, name, A, B, C) \
  __attribute__((visibility("default"))) type name(A a, B b, C c) \
  { \
    return ((type (*)(A, B, C))operator_now(NUMBER##name))(a, b, c); \
  }
OPERATORS_OF_1(OPERATOR_OF_1)
OPERATORS_OF_2(OPERATOR_OF_2)
OPERATORS_OF_3(OPERATOR_OF_3)
/* clang-format on */
