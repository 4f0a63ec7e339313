/* Other windows after a fence, when it has returned at the target, as far as who
 * uses them knows; and the same window.
 *
 * run: np=3 options="--check"
 * run: np=3 options="--check --order late"
 * run: np=3 options="--check --order reverse"
 * run: np=3 options="--check --protocol message"
 * build: --check
 */
#include <mpi.h>

static int memory[2], rank, x = 1;
static MPI_Win one, other;

static void epoch(void)
{
  MPI_Win_fence(MPI_MODE_NOPRECEDE, one);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
}

static void locked(int by)
{
  if (rank != by) return;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  MPI_Win_unlock(1, other);
}

static void after_barrier(void)
{
  MPI_Barrier(MPI_COMM_WORLD);
  locked(2);
}

static void after_message(void)
{
  if (rank == 1) MPI_Send(&x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  if (rank != 2) return;
  MPI_Recv(&x, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  locked(2);
}

static void by_target(void)
{
  if (rank == 1) memory[0] = 5;
  locked(1);
}

static void fences(int first)
{
  MPI_Win_fence(first, other);
  if (rank == 2) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, other);
}

static void after_fence(void)
{
  fences(0);
}

static void after_first_fence(void)
{
  fences(MPI_MODE_NOPRECEDE);
}

static void after_post(void)
{
  MPI_Group all, peer;
  int who = rank == 1 ? 2 : 1;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &who, &peer);
  if (rank == 1) {
    MPI_Win_post(peer, 0, other);
    MPI_Win_wait(other);
  } else if (rank == 2) {
    MPI_Win_start(peer, 0, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_complete(other);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&peer);
}

static void same_window(void)
{
  MPI_Win_fence(MPI_MODE_NOPRECEDE, one);
  if (rank == 2) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
}

static void next_fence(void)
{
  MPI_Win_fence(0, one);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  locked(2);
}

static void other_bytes(void)
{
  if (rank != 2) return;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
  MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, other);
  MPI_Win_unlock(1, other);
}

static void got(void)
{
  int y;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, one);
  if (rank == 2) MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
  locked(2);
}

int main(int argc, char **argv)
{
  void (*const then[])(void) = {
      after_barrier, after_message, by_target,   after_fence, after_first_fence,
      after_post,    same_window,   next_fence, other_bytes, got};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  for (unsigned i = 0; i < sizeof then / sizeof *then; i++) {
    epoch();
    then[i]();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
