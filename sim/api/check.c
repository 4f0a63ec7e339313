/* Checks that many calls share. */
#include "call.h"

#include <string.h>

int check_handle(uintptr_t handle)
{
  if (handle) return 0;
  return fault(MPI_ERR_OTHER, ": the rank holds more than 2^20 handles");
}

int check_count_failed(MPI_Count count)
{
  return fault(MPI_ERR_COUNT,
               ": count is %lld, must not be negative [MPI-4.1 3.2.2]",
               (long long)count);
}

int check_name(const char *given, char kept[MPI_MAX_OBJECT_NAME])
{
  if (!given)
    return fault(MPI_ERR_ARG, ": the name is a null pointer [MPI-4.1 7.8]");
  *kept = '\0';
  strncat(kept, given, MPI_MAX_OBJECT_NAME - 1);
  return 0;
}

int check_array(const void *array, MPI_Count entries, const char *argument)
{
  if (array || entries <= 0) return 0;
  return fault(MPI_ERR_ARG, ": %s is a null pointer, must have %lld entries",
               argument, (long long)entries);
}

static int count_too_large(MPI_Count count, const struct datatype *type)
{
  MPI_Count bytes;
  if (__builtin_mul_overflow(count, type->size, &bytes))
    return fault(MPI_ERR_COUNT,
                 ": %lld elements of %lld bytes exceed 2^63 bytes "
                 "[MPI-4.1 3.2.2]",
                 (long long)count, (long long)type->size);
  return fault(
      MPI_ERR_COUNT,
      ": %lld elements of extent %lld do not fit into 64-bit addresses "
      "[MPI-4.1 3.2.2]",
      (long long)count, (long long)type->extent);
}

int check_blocks(int blocks, MPI_Count count, const struct datatype *type)
{
  MPI_Count all, low, high;
  if (type->size == 0 || (!__builtin_mul_overflow(count, blocks, &all) &&
                          datatype_span(all, type, &low, &high)))
    return 0;
  return fault(MPI_ERR_COUNT,
               ": %d times %lld elements of extent %lld do not fit into 64-bit "
               "addresses [MPI-4.1 3.2.2]",
               blocks, (long long)count, (long long)type->extent);
}

int check_address(const void *buffer, MPI_Count count,
                  const struct datatype *type, const char *argument)
{
  if (buffer == MPI_IN_PLACE && count && type->size)
    return fault(MPI_ERR_BUFFER, ": %s is MPI_IN_PLACE [MPI-4.1 2.5.4]",
                 argument);
  if (buffer || !count || !type->size || type->absolute) return 0;
  return fault(MPI_ERR_BUFFER,
               ": %s is a null pointer, but the count is %lld, of %lld bytes "
               "each [MPI-4.1 3.2.2]",
               argument, (long long)count, (long long)type->size);
}

int check_buffer(const void *buffer, MPI_Count count,
                 const struct datatype *type, const char *argument)
{
  MPI_Count low, high;
  if (!datatype_span(count, type, &low, &high))
    return count_too_large(count, type);
  return check_address(buffer, count, type, argument);
}
