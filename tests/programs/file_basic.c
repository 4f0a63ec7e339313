/* Files: opening, data at offsets and at pointers, sizes, closing, deleting.
 *
 * run: np=1
 * run: np=4
 * run: np=4 options="--coll=model"
 * stdout: ok
 */
#include "check.h"

static const char name[] = "basic.data";

static MPI_File opened(int amode)
{
  MPI_File f;
  ACCEPTED(MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, &f));
  return f;
}

/* Each rank's 100 ints, at an offset in bytes; read by the next rank. */
static void offsets(int rank, int size)
{
  MPI_File f = opened(MPI_MODE_CREATE | MPI_MODE_RDWR);
  MPI_Offset bytes;
  MPI_Status status;
  int mine[100], got[100], count, from = (rank + 1) % size;
  for (int i = 0; i < 100; i++)
    mine[i] = rank * 1000 + i;
  MPI_File_write_at(f, rank * 400, mine, 100, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  SAME(count, 100);
  MPI_File_sync(f);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(f);
  MPI_File_get_size(f, &bytes);
  SAME(bytes, size * 400);
  MPI_File_read_at_all(f, from * 400, got, 100, MPI_INT, &status);
  for (int i = 0; i < 100; i++)
    SAME(got[i], from * 1000 + i);
  MPI_File_read_at(f, size * 400 - 40, got, 100, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count); /* the file ends there */
  SAME(count, 10);
  MPI_File_close(&f);
  CHECK(f == MPI_FILE_NULL);
}

static void pointers(int rank)
{
  MPI_File f = opened(MPI_MODE_RDWR);
  MPI_Offset at;
  int got[2];
  MPI_File_seek(f, 8, MPI_SEEK_SET);
  MPI_File_read(f, got, 2, MPI_INT, MPI_STATUS_IGNORE);
  SAME(got[0], 2);
  SAME(got[1], 3);
  MPI_File_get_position(f, &at);
  SAME(at, 16);
  MPI_File_seek(f, -4, MPI_SEEK_CUR);
  MPI_File_read_all(f, got, 1, MPI_INT, MPI_STATUS_IGNORE);
  SAME(got[0], 3);
  MPI_File_seek(f, -400, MPI_SEEK_END);
  MPI_File_read(f, got, 1, MPI_INT, MPI_STATUS_IGNORE);
  SAME(got[0], (world_size() - 1) * 1000);
  MPI_File_get_position(f, &at);
  SAME(at, world_size() * 400 - 396);
  MPI_File_get_byte_offset(f, 12, &at);
  SAME(at, 12);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek(f, rank * 400, MPI_SEEK_SET);
  got[0] = -rank;
  MPI_File_write_all(f, got, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write(f, got, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(f, rank * 400, got, 2, MPI_INT, MPI_STATUS_IGNORE);
  SAME(got[0], -rank);
  SAME(got[1], -rank);
  MPI_File_close(&f);
}

static void sizes(void)
{
  MPI_File f = opened(MPI_MODE_RDWR);
  MPI_Offset size;
  char got[10];
  MPI_Status status;
  int count, flag;
  MPI_File_set_size(f, 6);
  MPI_File_get_size(f, &size);
  SAME(size, 6);
  MPI_File_preallocate(f, 1000);
  MPI_File_get_size(f, &size);
  SAME(size, 1000);
  MPI_File_preallocate(f, 10);
  MPI_File_get_size(f, &size);
  SAME(size, 1000);
  MPI_File_set_size(f, 0);
  MPI_File_read(f, got, 10, MPI_CHAR, &status);
  MPI_Get_count(&status, MPI_CHAR, &count);
  SAME(count, 0);
  MPI_File_get_atomicity(f, &flag);
  CHECK(!flag);
  MPI_File_set_atomicity(f, 1);
  MPI_File_get_atomicity(f, &flag);
  CHECK(flag);
  MPI_File_close(&f);
}

static void modes(int rank)
{
  MPI_File f = opened(MPI_MODE_WRONLY | MPI_MODE_APPEND);
  MPI_Offset at;
  MPI_Group group, world;
  MPI_Aint extent;
  int amode, result;
  MPI_File_get_position(f, &at);
  SAME(at, 0);
  MPI_File_get_amode(f, &amode);
  CHECK(amode == (MPI_MODE_WRONLY | MPI_MODE_APPEND));
  MPI_File_get_group(f, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_compare(group, world, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_File_get_type_extent(f, MPI_DOUBLE, &extent);
  SAME(extent, 8);
  if (rank == 0)
    MPI_File_write(f, "0123456789", 10, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_close(&f);
  f = opened(MPI_MODE_WRONLY | MPI_MODE_APPEND);
  MPI_File_get_position(f, &at);
  SAME(at, 10);
  MPI_File_get_position_shared(f, &at);
  SAME(at, 10);
  MPI_File_close(&f);
  f = opened(MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE);
  MPI_File_close(&f);
  REFUSED(MPI_ERR_NO_SUCH_FILE, MPI_File_delete(name, MPI_INFO_NULL));
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank = world_rank();
  if (rank == 0) MPI_File_delete(name, MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  offsets(rank, world_size());
  pointers(rank);
  sizes();
  modes(rank);
  int failed = report();
  MPI_Finalize();
  return failed;
}
