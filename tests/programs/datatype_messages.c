/* Datatypes in messages and windows: sender and receiver lay the same elements
 * out differently; short messages are counted in elements; packed data and
 * external32 travel; a transposed matrix is put.
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

enum { N = 12 };

static int matrix[N][N];

static void fill(void)
{
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      matrix[i][k] = 100 * i + k;
}

/* A column goes out, a block of the inner matrix comes in. */
static void layouts_differ(void)
{
  MPI_Datatype column, block;
  int sizes[] = {N, N}, parts[] = {3, 4}, starts[] = {2, 5};
  MPI_Type_vector(N, 1, N, MPI_INT, &column);
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT,
                           &block);
  MPI_Type_commit(&column);
  MPI_Type_commit(&block);
  if (world_rank() == 0)
    MPI_Send(&matrix[0][3], 1, column, 1, 0, MPI_COMM_WORLD);
  else {
    memset(matrix, 0, sizeof matrix);
    MPI_Recv(matrix, 1, block, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++) {
        int inside = i >= 2 && i < 5 && k >= 5 && k < 9;
        SAME(matrix[i][k], inside ? 100 * (4 * (i - 2) + k - 5) + 3 : 0);
      }
    fill();
  }
  MPI_Type_free(&column);
  MPI_Type_free(&block);
}

/* Two structs and a double arrive where three structs fit. */
static void counts(void)
{
  int lengths[] = {1, 1}, n;
  MPI_Aint places[] = {0, 8};
  MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT}, type;
  struct {
    double d;
    int i;
  } data[3] = {{1, 2}, {3, 4}, {5, 6}};
  MPI_Status status;
  MPI_Type_create_struct(2, lengths, places, types, &type);
  MPI_Type_commit(&type);
  if (world_rank() == 0) {
    int blocks[] = {2, 1};
    MPI_Aint at[] = {0, 32};
    MPI_Datatype parts[] = {type, MPI_DOUBLE}, part;
    MPI_Type_create_struct(2, blocks, at, parts, &part);
    MPI_Type_commit(&part);
    MPI_Send(data, 1, part, 1, 1, MPI_COMM_WORLD);
    MPI_Type_free(&part);
  } else {
    data[2].d = data[2].i = -1;
    MPI_Recv(data, 3, type, 0, 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, type, &n);
    SAME(n, MPI_UNDEFINED);
    MPI_Get_elements(&status, type, &n);
    SAME(n, 5);
    SAME(data[2].d, 5);
    SAME(data[2].i, -1);
  }
  MPI_Type_free(&type);
}

static void packed(void)
{
  char buffer[64];
  int position = 0, n = 7;
  double x[] = {0.5, 1.5};
  if (world_rank() == 0) {
    MPI_Pack(&n, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    MPI_Pack(x, 2, MPI_DOUBLE, buffer, sizeof buffer, &position,
             MPI_COMM_WORLD);
    MPI_Send(buffer, position, MPI_PACKED, 1, 2, MPI_COMM_WORLD);
  } else {
    n = 0;
    x[0] = x[1] = 0;
    MPI_Recv(buffer, sizeof buffer, MPI_PACKED, 0, 2, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Unpack(buffer, sizeof buffer, &position, &n, 1, MPI_INT,
               MPI_COMM_WORLD);
    MPI_Unpack(buffer, sizeof buffer, &position, x, 2, MPI_DOUBLE,
               MPI_COMM_WORLD);
    CHECK(n == 7 && x[0] == 0.5 && x[1] == 1.5);
  }
}

static void external(void)
{
  unsigned char buffer[12];
  MPI_Aint position = 0, size;
  int n[] = {0x01020304, -1, 5}, back[3];
  MPI_Pack_external_size("external32", 3, MPI_INT, &size);
  SAME(size, 12);
  MPI_Pack_external("external32", n, 3, MPI_INT, buffer, size, &position);
  SAME(position, 12);
  CHECK(buffer[0] == 1 && buffer[3] == 4 && buffer[4] == 0xff);
  position = 0;
  MPI_Unpack_external("external32", buffer, size, &position, back, 3, MPI_INT);
  CHECK(memcmp(n, back, sizeof n) == 0);
}

/* Columns, one int apart, are a transposed matrix. */
static void transposed(void)
{
  int(*memory)[N];
  MPI_Datatype column, transposed;
  MPI_Win win;
  MPI_Type_vector(N, 1, N, MPI_INT, &column);
  MPI_Type_create_hvector(N, 1, sizeof(int), column, &transposed);
  MPI_Type_commit(&transposed);
  MPI_Type_free(&column);
  MPI_Win_allocate(sizeof matrix, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  MPI_Win_fence(0, win);
  if (world_rank() == 0)
    MPI_Put(matrix, N * N, MPI_INT, 1, 0, 1, transposed, win);
  MPI_Win_fence(0, win);
  if (world_rank() == 1)
    for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++)
        SAME(memory[i][k], matrix[k][i]);
  MPI_Win_free(&win);
  MPI_Type_free(&transposed);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  fill();
  layouts_differ();
  counts();
  packed();
  external();
  transposed();
  int failed = report();
  MPI_Finalize();
  return failed;
}
