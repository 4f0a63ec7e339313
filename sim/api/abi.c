/* What a program may ask of the ABI itself. [MPI-5.0 20]
 *
 * The Fortran side is fixed when Oriel is built: the sizes and logical values
 * that compilers on Linux share. A program can read it and not set it. */
#include "call.h"
#include "objects.h"

#include "../../model/datatype/datatype.h"
#include "../../model/info/info.h"

#include <api.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int api_Abi_get_version(int *major, int *minor)
{
  *major = MPI_ABI_VERSION;
  *minor = MPI_ABI_SUBVERSION;
  return 0;
}

int api_Abi_get_info(MPI_Info *handle)
{
  struct info *info = info_new();
  info_set(info, "mpi_aint_size", "8");
  info_set(info, "mpi_count_size", "8");
  info_set(info, "mpi_offset_size", "8");
  return info_give(info, handle);
}

/* --- Fortran --- */

static void describe_sizes(struct info *info)
{
  const struct {
    const char *key;
    MPI_Datatype handle;
  } sizes[] = {
      {"mpi_logical_size", MPI_LOGICAL},
      {"mpi_integer_size", MPI_INTEGER},
      {"mpi_real_size", MPI_REAL},
      {"mpi_double_precision_size", MPI_DOUBLE_PRECISION},
  };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    char text[24];
    snprintf(text, sizeof text, "%lld",
             (long long)datatype_predefined(sizes[i].handle)->size);
    info_set(info, sizes[i].key, text);
  }
}

/* Types that a Fortran compiler may lack, and so may we. */
static void describe_optional(struct info *info)
{
  const struct {
    const char *key;
    MPI_Datatype handle;
  } optional[] = {
      {"mpi_logical1_supported", MPI_LOGICAL1},
      {"mpi_logical2_supported", MPI_LOGICAL2},
      {"mpi_logical4_supported", MPI_LOGICAL4},
      {"mpi_logical8_supported", MPI_LOGICAL8},
      {"mpi_logical16_supported", MPI_LOGICAL16},
      {"mpi_integer1_supported", MPI_INTEGER1},
      {"mpi_integer2_supported", MPI_INTEGER2},
      {"mpi_integer4_supported", MPI_INTEGER4},
      {"mpi_integer8_supported", MPI_INTEGER8},
      {"mpi_integer16_supported", MPI_INTEGER16},
      {"mpi_real2_supported", MPI_REAL2},
      {"mpi_real4_supported", MPI_REAL4},
      {"mpi_real8_supported", MPI_REAL8},
      {"mpi_real16_supported", MPI_REAL16},
      {"mpi_complex4_supported", MPI_COMPLEX4},
      {"mpi_complex8_supported", MPI_COMPLEX8},
      {"mpi_complex16_supported", MPI_COMPLEX16},
      {"mpi_complex32_supported", MPI_COMPLEX32},
      {"mpi_double_complex_supported", MPI_DOUBLE_COMPLEX},
  };
  for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
    const struct datatype *type = datatype_predefined(optional[i].handle);
    info_set(info, optional[i].key, type && type->size > 0 ? "true" : "false");
  }
}

int api_Abi_get_fortran_info(MPI_Info *handle)
{
  struct info *info = info_new();
  describe_sizes(info);
  describe_optional(info);
  return info_give(info, handle);
}

int api_Abi_set_fortran_info(MPI_Info handle)
{
  (void)handle;
  return fault(MPI_ERR_ABI, ": the Fortran types are set [MPI-5.0 20.4.1]");
}

/* .TRUE. is 1 and .FALSE. is 0, in little-endian order. */
int api_Abi_get_fortran_booleans(int logical_size, void *logical_true,
                                 void *logical_false, int *is_set)
{
  if (logical_size < 1 || logical_size > 16 ||
      (logical_size & (logical_size - 1)))
    return fault(MPI_ERR_ARG,
                 ": logical_size is %d, it must be 1, 2, 4, 8 or 16 "
                 "[MPI-5.0 20.4.1]",
                 logical_size);
  memset(logical_true, 0, logical_size);
  memset(logical_false, 0, logical_size);
  *(uint8_t *)logical_true = 1;
  *is_set = 1;
  return 0;
}

int api_Abi_set_fortran_booleans(int logical_size, void *logical_true,
                                 void *logical_false)
{
  (void)logical_size, (void)logical_true, (void)logical_false;
  return fault(MPI_ERR_ABI, ": the Fortran booleans are set [MPI-5.0 20.4.1]");
}
