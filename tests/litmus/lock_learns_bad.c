/* What does not tell a rank that it has the lock of a target, and so what came
 * before: a flush after which its put may still wait for the lock, a flush
 * without operations.
 *
 * build: --check
 * report: oriel: conflict in window "data" of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at lock_learns_bad.c:31 (epoch: lock, opened at lock_learns_bad.c:30), complete only for those who know of it
 * report:   load        by rank 1 at lock_learns_bad.c:57, learn()
 * report:   Nothing orders them. MPI_Win_unlock at lock_learns_bad.c:32 completes the MPI_Put, but nothing lets rank 1 know before its load. [MPI-4.1 12.7]
 * run: np=3 options="--check" exit=121 args="lock put flush_local"
 * run: np=3 options="--check" exit=121 args="lock put flush_local_all"
 * run: np=3 options="--check" exit=121 args="lock none flush"
 * run: np=3 options="--check" exit=121 args="lock none flush_all"
 * run: np=3 options="--check" exit=121 args="lock_all put flush_local"
 * run: np=3 options="--check" exit=121 args="lock_all put flush_local_all"
 * run: np=3 options="--check" exit=121 args="lock_all mixed flush_local_all"
 * run: np=3 options="--check" exit=121 args="lock_all none flush"
 * run: np=3 options="--check" exit=121 args="lock_all none flush_all"
 */
#include <mpi.h>
#include <oriel.h>
#include <string.h>

int seen;
static int x = 1, y;
static MPI_Win data, win;

static void put(int target, MPI_Win to)
{
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, to);
  MPI_Put(&x, 1, MPI_INT, target, 0, 1, MPI_INT, to);
  MPI_Win_unlock(target, to);
}

static void flush(const char *how)
{
  if (strcmp(how, "flush") == 0) MPI_Win_flush(2, win);
  if (strcmp(how, "flush_all") == 0) MPI_Win_flush_all(win);
  if (strcmp(how, "flush_local") == 0) MPI_Win_flush_local(2, win);
  if (strcmp(how, "flush_local_all") == 0) MPI_Win_flush_local_all(win);
}

static void learn(char **how, const int *memory)
{
  int all = strcmp(how[0], "lock_all") == 0;
  if (all)
    MPI_Win_lock_all(0, win);
  else
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
  if (how[1][0] == 'p') MPI_Put(&x, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
  if (how[1][0] == 'g') MPI_Get(&x, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
  if (how[1][0] == 'm') {
    MPI_Get(&y, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Put(&x, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
  }
  flush(how[2]);
  seen = *memory;
  if (all)
    MPI_Win_unlock_all(win);
  else
    MPI_Win_unlock(2, win);
}

int main(int argc, char **argv)
{
  int *memory, *other, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &data);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &win);
  MPI_Win_set_name(data, "data");
  if (rank == 0) {
    put(1, data);
    put(2, win);
  }
  if (rank == 1) {
    oriel_compute(1);
    learn(argv + 1, memory);
  }
  MPI_Win_free(&win);
  MPI_Win_free(&data);
  MPI_Finalize();
}
