/* Interoperability with what runs on devices: there are none but the host, so
 * that all that a program can have is omp_interop_none. */
#include "entry.h"

#include <stddef.h>
#include <stdint.h>

/* As OpenMP numbers them. */
enum property { FIRST = -9 };
enum code { NO_VALUE = 1, SUCCESS = 0, EMPTY = -1, OUT_OF_RANGE = -2 };

static int is_property(int property)
{
  return property >= FIRST && property < 0;
}

static void answer(int property, int *code)
{
  if (code) *code = is_property(property) ? EMPTY : OUT_OF_RANGE;
}

ENTRY int omp_get_num_interop_properties(const void *object UNUSED)
{
  return 0; /* beside OpenMP's */
}

ENTRY intptr_t omp_get_interop_int(const void *object UNUSED, int property,
                                   int *code)
{
  answer(property, code);
  return 0;
}

ENTRY void *omp_get_interop_ptr(const void *object UNUSED, int property,
                                int *code)
{
  answer(property, code);
  return NULL;
}

ENTRY const char *omp_get_interop_str(const void *object UNUSED, int property,
                                      int *code)
{
  answer(property, code);
  return NULL;
}

ENTRY const char *omp_get_interop_name(const void *object UNUSED, int property)
{
  static const char *const names[] = {
      "fr_id",    "fr_name", "vendor",         "vendor_name", "device_num",
      "platform", "device",  "device_context", "targetsync"};
  return is_property(property) ? names[-1 - property] : NULL;
}

ENTRY const char *omp_get_interop_type_desc(const void *object UNUSED,
                                            int property UNUSED)
{
  return NULL;
}

ENTRY const char *omp_get_interop_rc_desc(const void *object UNUSED, int code)
{
  switch (code) {
  case NO_VALUE:
    return "there is no meaningful value";
  case SUCCESS:
    return "successful";
  case EMPTY:
    return "the object is omp_interop_none";
  case OUT_OF_RANGE:
    return "there is no such property";
  default:
    return "the property has another type, or none";
  }
}
