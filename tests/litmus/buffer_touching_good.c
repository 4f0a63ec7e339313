/* Variables that touch, each with all of its elements in a type of addresses:
 * a buffer is short of nothing though its entries are one block.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { EACH = 4, ALL = 3 * EACH };

static _Alignas(16) int first[EACH], second[EACH], third[EACH];
static int *parts[] = {first, second, third};
static int numbers[ALL];

static int by_address(const void *a, const void *b)
{
  uintptr_t x = (uintptr_t) * (int *const *)a,
            y = (uintptr_t) * (int *const *)b;
  return (x > y) - (x < y);
}

/* All of them, in the order of their addresses. */
static MPI_Datatype type_of(int **blocks, int n)
{
  MPI_Aint addresses[3];
  int lengths[] = {EACH, EACH, EACH};
  MPI_Datatype type;
  qsort(blocks, n, sizeof *blocks, by_address);
  for (int i = 0; i < n; i++)
    MPI_Get_address(blocks[i], &addresses[i]);
  MPI_Type_create_hindexed(n, lengths, addresses, MPI_INT, &type);
  MPI_Type_commit(&type);
  return type;
}

static void check(int **blocks, int n)
{
  for (int i = 0; i < n; i++) {
    if (memcmp(blocks[i], numbers + i * EACH, EACH * sizeof(int)))
      MPI_Abort(MPI_COMM_WORLD, 1);
    memset(blocks[i], 0, EACH * sizeof(int));
  }
}

static void locals(int rank)
{
  _Alignas(16) int here[EACH] = {0}, there[EACH] = {0};
  int *both[] = {here, there};
  MPI_Datatype type = type_of(both, 2);
  MPI_Sendrecv(numbers, 2 * EACH, MPI_INT, !rank, 0, MPI_BOTTOM, 1, type, !rank,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  check(both, 2);
  MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
  int rank, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < ALL; i++)
    numbers[i] = i + 1;
  MPI_Datatype type = type_of(parts, 3);
  MPI_Sendrecv(numbers, ALL, MPI_INT, !rank, 0, MPI_BOTTOM, 1, type, !rank, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  check(parts, 3);
  if (rank == 0)
    MPI_Bcast(numbers, ALL, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);
  if (rank == 1) check(parts, 3);
  MPI_Win_allocate(sizeof numbers, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  memcpy(memory, numbers, sizeof numbers);
  MPI_Win_fence(0, win);
  MPI_Get(MPI_BOTTOM, 1, type, !rank, 0, ALL, MPI_INT, win);
  MPI_Win_fence(0, win);
  check(parts, 3);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  locals(rank);
  MPI_Finalize();
}
