/* Views of files: derived etypes and filetypes, displacements, what lies
 * where, and the end of a file that is seen through one.
 *
 * run: np=1
 * run: np=4
 * stdout: ok
 */
#include "check.h"

static const char name[] = "views.data";

static MPI_File opened(void)
{
  MPI_File f;
  MPI_File_open(MPI_COMM_WORLD, name,
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &f);
  return f;
}

/* Every rank writes a column of a matrix of `size` columns. */
static void columns(int rank, int size)
{
  enum { ROWS = 5 };
  MPI_File f = opened();
  MPI_Datatype column;
  double mine[ROWS], all[64 * ROWS];
  int sizes[] = {ROWS, size}, part[] = {ROWS, 1}, start[] = {0, rank};
  for (int i = 0; i < ROWS; i++)
    mine[i] = i * 100 + rank;
  MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_DOUBLE,
                           &column);
  MPI_Type_commit(&column);
  MPI_File_set_view(f, 24, MPI_DOUBLE, column, "native", MPI_INFO_NULL);
  MPI_Type_free(&column); /* the view keeps it */
  MPI_File_write_all(f, mine, ROWS, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_sync(f);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(f);
  memset(mine, 0, sizeof mine);
  MPI_File_read_at(f, 1, mine, ROWS - 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
  for (int i = 0; i < ROWS - 1; i++)
    SAME(mine[i], (i + 1) * 100 + rank);
  MPI_File_set_view(f, 24, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  MPI_File_read_at_all(f, 0, all, ROWS * size, MPI_DOUBLE, MPI_STATUS_IGNORE);
  for (int i = 0; i < ROWS * size; i++)
    SAME(all[i], i / size * 100 + i % size);
  MPI_File_close(&f);
}

/* Tiles of 5 ints of which 0, 1 and 3 are seen, as one rank after the other
 * writes them; memory has holes of its own. */
static void tiles(int rank)
{
  MPI_File f = opened();
  MPI_Datatype tile, spread, resized;
  MPI_Offset at;
  int lengths[] = {2, 1}, displacements[] = {0, 3}, memory[14], got[14];
  MPI_Type_indexed(2, lengths, displacements, MPI_INT, &tile);
  MPI_Type_create_resized(tile, 0, 5 * sizeof(int), &resized);
  MPI_Type_commit(&resized);
  MPI_Type_vector(7, 1, 2, MPI_INT, &spread);
  MPI_Type_commit(&spread);
  for (int i = 0; i < 14; i++)
    memory[i] = 50 + i, got[i] = -1;
  MPI_File_set_view(f, 4, MPI_INT, resized, "native", MPI_INFO_NULL);
  if (rank == 0) {
    MPI_File_seek(f, 1, MPI_SEEK_SET);
    MPI_File_write(f, memory, 1, spread, MPI_STATUS_IGNORE);
    MPI_File_get_position(f, &at);
    SAME(at, 8);
    MPI_File_get_byte_offset(f, 5, &at);
    SAME(at, 4 + 4 * (5 + 3));
    MPI_File_seek(f, 0, MPI_SEEK_END);
    MPI_File_get_position(f, &at);
    SAME(at, 8);
    MPI_File_read_at(f, 1, got, 1, spread, MPI_STATUS_IGNORE);
    for (int i = 0; i < 13; i++)
      SAME(got[i], i % 2 ? -1 : 50 + i);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  static const int where[] = {2, 4, 6, 7, 9, 11, 12};
  MPI_File_read_at(f, 0, got, 13, MPI_INT, MPI_STATUS_IGNORE);
  for (int i = 0; i < 7; i++)
    SAME(got[where[i]], 50 + 2 * i);
  MPI_Type_free(&tile);
  MPI_Type_free(&resized);
  MPI_Type_free(&spread);
  MPI_File_close(&f);
}

/* What get_view returns; a derived etype counts the offsets. */
static void queries(int rank)
{
  MPI_File f = opened();
  MPI_Datatype pair, etype, filetype;
  MPI_Offset disp;
  char datarep[MPI_MAX_DATAREP_STRING];
  int size, got[2] = {0, 0}, n, a, d, combiner;
  MPI_File_get_view(f, &disp, &etype, &filetype, datarep);
  SAME(disp, 0);
  CHECK(etype == MPI_BYTE && filetype == MPI_BYTE);
  CHECK(strcmp(datarep, "native") == 0);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_File_set_view(f, 8, pair, pair, "native", MPI_INFO_NULL);
  MPI_File_get_view(f, &disp, &etype, &filetype, datarep);
  SAME(disp, 8);
  MPI_Type_size(etype, &size);
  SAME(size, 8);
  MPI_Type_get_envelope(filetype, &n, &a, &d, &combiner);
  CHECK(combiner == MPI_COMBINER_CONTIGUOUS);
  MPI_Type_free(&etype);
  MPI_Type_free(&filetype);
  int value[] = {rank, rank};
  MPI_File_write_at_all(f, rank, value, 1, pair, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all(f, world_size() - 1, got, 2, MPI_INT, MPI_STATUS_IGNORE);
  SAME(got[1], world_size() - 1);
  MPI_File_get_size(f, &disp);
  SAME(disp, 8 + 8 * world_size());
  MPI_Type_free(&pair);
  MPI_File_close(&f);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  columns(world_rank(), world_size());
  tiles(world_rank());
  queries(world_rank());
  int failed = report();
  MPI_Finalize();
  return failed;
}
