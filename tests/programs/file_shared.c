/* Shared pointers, ordered and split and nonblocking access.
 *
 * run: np=1
 * run: np=4
 * stdout: ok
 */
#include "check.h"

static const char name[] = "shared.data";

static MPI_File opened(int amode)
{
  MPI_File f;
  ACCEPTED(MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, &f));
  return f;
}

/* Rank r writes r + 1 numbers, in order; all come in turn. */
static void ordered(int rank, int size)
{
  MPI_File f = opened(MPI_MODE_CREATE | MPI_MODE_RDWR);
  int mine[64], got[64], count, total = size * (size + 1) / 2;
  MPI_Offset at;
  MPI_Status status;
  MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  for (int i = 0; i <= rank; i++)
    mine[i] = rank * 100 + i;
  MPI_File_write_ordered(f, mine, rank + 1, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  SAME(count, rank + 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(f, &at);
  SAME(at, total);
  MPI_File_get_position(f, &at);
  SAME(at, 0);
  MPI_File_read_at_all(f, 0, got, total, MPI_INT, MPI_STATUS_IGNORE);
  for (int r = 0, i = 0; r < size; r++)
    for (int k = 0; k <= r; k++)
      SAME(got[i++], r * 100 + k);
  MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
  memset(got, 0, sizeof got);
  MPI_File_read_ordered(f, got, rank + 1, MPI_INT, MPI_STATUS_IGNORE);
  SAME(got[rank], rank * 100 + rank);
  MPI_File_close(&f);
}

/* Everybody takes numbers; each is taken once. */
static void shared(int rank, int size)
{
  enum { TURNS = 3 };
  MPI_File f = opened(MPI_MODE_RDWR);
  int sum = 0, all, value[64];
  MPI_File_set_size(f, 0);
  MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  for (int i = 0; i < size * TURNS; i++)
    value[i] = 1 << i % 8;
  if (rank == 0)
    MPI_File_write_at(f, 0, value, size * TURNS, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(f);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(f);
  for (int i = 0; i < TURNS; i++) {
    int got;
    MPI_File_read_shared(f, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
    sum += got;
  }
  MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < size * TURNS; i++)
    all -= value[i];
  SAME(all, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_write_shared(f, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Offset at;
  MPI_File_get_position_shared(f, &at);
  SAME(at, size * (TURNS + 1));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(f, -1, MPI_SEEK_END);
  MPI_File_get_position_shared(f, &at);
  SAME(at, size * (TURNS + 1) - 1);
  MPI_File_close(&f);
}

static void split(int rank, int size)
{
  MPI_File f = opened(MPI_MODE_RDWR);
  int mine[2] = {rank, -rank}, got[2], count;
  MPI_Status status;
  MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_at_all_begin(f, 2 * rank, mine, 2, MPI_INT);
  MPI_File_write_at_all_end(f, mine, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  SAME(count, 2);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all_begin(f, 2 * (size - 1), got, 2, MPI_INT);
  MPI_File_read_at_all_end(f, got, &status);
  SAME(got[1], 1 - size);
  MPI_File_seek(f, 2 * rank, MPI_SEEK_SET);
  MPI_File_read_all_begin(f, got, 2, MPI_INT);
  MPI_File_read_all_end(f, got, MPI_STATUS_IGNORE);
  SAME(got[0], rank);
  MPI_File_seek(f, 2 * rank, MPI_SEEK_SET);
  mine[0] = rank + 7;
  MPI_File_write_all_begin(f, mine, 1, MPI_INT);
  MPI_File_write_all_end(f, mine, MPI_STATUS_IGNORE);
  MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
  MPI_File_read_ordered_begin(f, got, 2, MPI_INT);
  MPI_File_read_ordered_end(f, got, MPI_STATUS_IGNORE);
  SAME(got[0], rank + 7);
  MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
  MPI_File_write_ordered_begin(f, mine, 1, MPI_INT);
  MPI_File_write_ordered_end(f, mine, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at(f, rank, got, 1, MPI_INT, MPI_STATUS_IGNORE);
  SAME(got[0], rank + 7);
  MPI_File_close(&f);
}

static int waited(MPI_Request *request)
{
  MPI_Status status;
  int count;
  MPI_Wait(request, &status);
  CHECK(*request == MPI_REQUEST_NULL);
  MPI_Get_count(&status, MPI_INT, &count);
  return count;
}

static void nonblocking(int rank, int size)
{
  MPI_File f = opened(MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
  MPI_Request request;
  int mine = rank + 1, got = 0;
  MPI_Offset at;
  MPI_File_set_size(f, 0);
  MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_iwrite_at(f, rank, &mine, 1, MPI_INT, &request);
  SAME(waited(&request), 1);
  MPI_File_iwrite_at_all(f, size + rank, &mine, 1, MPI_INT, &request);
  SAME(waited(&request), 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_iread_at(f, size - 1, &got, 1, MPI_INT, &request);
  SAME(waited(&request), 1);
  SAME(got, size);
  MPI_File_iread_at_all(f, size, &got, 1, MPI_INT, &request);
  SAME(waited(&request), 1);
  SAME(got, 1);
  MPI_File_iread(f, &got, 1, MPI_INT, &request);
  MPI_File_get_position(f, &at); /* moved at once */
  SAME(at, 1);
  SAME(waited(&request), 1);
  MPI_File_iread_all(f, &got, 1, MPI_INT, &request);
  waited(&request);
  SAME(got, size > 1 ? 2 : 1);
  MPI_File_seek(f, rank, MPI_SEEK_SET);
  MPI_File_iwrite(f, &mine, 1, MPI_INT, &request);
  waited(&request);
  MPI_File_iwrite_all(f, &mine, 0, MPI_INT, &request);
  SAME(waited(&request), 0);
  MPI_File_iread_shared(f, &got, 1, MPI_INT, &request);
  SAME(waited(&request), 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(f, &at);
  SAME(at, size);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_iwrite_shared(f, &mine, 1, MPI_INT, &request);
  SAME(waited(&request), 1);
  MPI_File_close(&f);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  ordered(world_rank(), world_size());
  shared(world_rank(), world_size());
  split(world_rank(), world_size());
  nonblocking(world_rank(), world_size());
  int failed = report();
  MPI_Finalize();
  return failed;
}
