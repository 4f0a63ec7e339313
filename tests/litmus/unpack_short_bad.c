/* What is unpacked, packed or read from a file goes to a block that is too
 * short as far as it has room for whole elements; what is behind stays so.
 *
 * run: np=1 options="--check" exit=121
 * report: oriel: outbuf of MPI_Unpack that is too short
 * report:   MPI_Unpack  by rank 0 at unpack_short_bad.c:61 (writes bytes [0, 262144) of memory allocated at unpack_short_bad.c:39, which has 14)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: outbuf of MPI_Unpack_external that is too short
 * report:   MPI_Unpack_external by rank 0 at unpack_short_bad.c:69 (writes bytes [0, 262144) of memory allocated at unpack_short_bad.c:39, which has 14)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: outbuf of MPI_Pack that is too short
 * report:   MPI_Pack    by rank 0 at unpack_short_bad.c:79 (writes bytes [0, 262144) of memory allocated at unpack_short_bad.c:39, which has 14)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: outbuf of MPI_Pack_external that is too short
 * report:   MPI_Pack_external by rank 0 at unpack_short_bad.c:83 (writes bytes [0, 262144) of memory allocated at unpack_short_bad.c:39, which has 14)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_File_read_at that is too short
 * report:   MPI_File_read_at by rank 0 at unpack_short_bad.c:98 (writes bytes [0, 262144) of memory allocated at unpack_short_bad.c:39, which has 14)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_File_iread_at that is too short
 * report:   MPI_File_iread_at by rank 0 at unpack_short_bad.c:103 (writes bytes [0, 262144) of memory allocated at unpack_short_bad.c:39, which has 14)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 * report: oriel: buf of MPI_File_read_at_all_begin that is too short
 * report:   MPI_File_read_at_all_begin by rank 0 at unpack_short_bad.c:107 (writes bytes [0, 262144) of memory allocated at unpack_short_bad.c:39, which has 14)
 * report:   Give it the memory that count and type name. [MPI-4.1 3.2.2]
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 16, SHORT = 3 };

static int ones[COUNT];
static char packed[COUNT * sizeof(int)];

/* The last element is half there. */
static void *block(void)
{
  return calloc(1, SHORT * sizeof(int) + 2);
}

static void done(void *block, int value)
{
  int got[SHORT];
  short half;
  memcpy(got, block, sizeof got);
  memcpy(&half, (char *)block + sizeof got, sizeof half);
  if (got[0] != value || got[SHORT - 1] != value || half)
    MPI_Abort(MPI_COMM_WORLD, 1);
  free(block);
}

static void unpack(void)
{
  MPI_Aint at = 0;
  int position = 0;
  void *b = block();
  MPI_Pack(ones, COUNT, MPI_INT, packed, sizeof packed, &position,
           MPI_COMM_WORLD);
  position = 0;
  MPI_Unpack(packed, sizeof packed, &position, b, COUNT, MPI_INT,
             MPI_COMM_WORLD);
  if (position != sizeof packed) MPI_Abort(MPI_COMM_WORLD, 1);
  done(b, 1);
  b = block();
  MPI_Pack_external("external32", ones, COUNT, MPI_INT, packed, sizeof packed,
                    &at);
  at = 0;
  MPI_Unpack_external("external32", packed, sizeof packed, &at, b, COUNT,
                      MPI_INT);
  done(b, 1);
}

static void pack(void)
{
  MPI_Aint at = 0;
  int position = 0;
  void *b = block();
  MPI_Pack(ones, COUNT, MPI_INT, b, sizeof packed, &position, MPI_COMM_WORLD);
  if (position != sizeof packed) MPI_Abort(MPI_COMM_WORLD, 1);
  done(b, 1);
  b = block();
  MPI_Pack_external("external32", ones, COUNT, MPI_INT, b, sizeof packed, &at);
  done(b, 1 << 24);
}

static void read(void)
{
  MPI_File f;
  MPI_Request request;
  MPI_Status status;
  int count;
  void *b = block();
  MPI_File_open(MPI_COMM_WORLD, "unpack_short_bad.out",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &f);
  MPI_File_write_at(f, 0, ones, COUNT, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(f, 0, b, COUNT, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  if (count != COUNT) MPI_Abort(MPI_COMM_WORLD, 1);
  done(b, 1);
  b = block();
  MPI_File_iread_at(f, 0, b, COUNT, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  done(b, 1);
  b = block();
  MPI_File_read_at_all_begin(f, 0, b, COUNT, MPI_INT);
  MPI_File_read_at_all_end(f, b, MPI_STATUS_IGNORE);
  done(b, 1);
  MPI_File_close(&f);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  for (int i = 0; i < COUNT; i++)
    ones[i] = 1;
  unpack();
  pack();
  read();
  MPI_Finalize();
}
