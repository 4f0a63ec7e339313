/* Work stealing: ranks that run out of tasks take some from others.
 *
 * The tasks are numbered, and every rank has a range of them. The whole range
 * is one 64-bit word in the rank's window: first task in the upper half, one
 * past the last in the lower. Everyone, its owner too, changes it with
 * MPI_Compare_and_swap only:
 *   the owner takes the first task      [first, end)  ->  [first+1, end)
 *   a thief takes the upper half        [first, end)  ->  [first, middle)
 * and puts its booty into its own word, where it can be stolen again. If the
 * word changed in between, the swap fails and one looks again.
 *
 * To look at: a range is a single word, so no lock is needed, and a word that
 * comes back to an old value does no harm, since it is the whole state. At the
 * start only every fourth rank has tasks. Who does which task depends on time;
 * that each task is done exactly once does not.
 */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

enum { TASKS = 16, EVERY = 4, TRIES = 12, TASK_MICROSECONDS = 10 };

static MPI_Win win;
static int me, ranks;

static uint64_t range(uint64_t first, uint64_t end)
{
  return first << 32 | end;
}

static uint32_t first_of(uint64_t range)
{
  return (uint32_t)(range >> 32);
}

static uint32_t end_of(uint64_t range)
{
  return (uint32_t)range;
}

static uint64_t look(int rank)
{
  uint64_t now;
  MPI_Fetch_and_op(NULL, &now, MPI_UINT64_T, rank, 0, MPI_NO_OP, win);
  MPI_Win_flush(rank, win);
  return now;
}

/* Change the word of a rank from *old to new. False if it was not *old, which
 * then is what it is. */
static int change(int rank, uint64_t *old, uint64_t new)
{
  uint64_t before;
  MPI_Compare_and_swap(&new, old, &before, MPI_UINT64_T, rank, 0, win);
  MPI_Win_flush(rank, win);
  if (before == *old) return 1;
  *old = before;
  return 0;
}

/* Take my first task. False if I have none. */
static int take(uint32_t *task)
{
  uint64_t now = look(me);
  do {
    if (first_of(now) >= end_of(now)) return 0;
    *task = first_of(now);
  } while (!change(me, &now, range(*task + 1, end_of(now))));
  return 1;
}

/* Move the upper half of the victim's tasks to me, who has none. */
static int steal(int victim)
{
  uint64_t now = look(victim), mine = look(me);
  uint32_t middle;
  do {
    if (first_of(now) >= end_of(now)) return 0;
    middle = first_of(now) + (end_of(now) - first_of(now)) / 2;
  } while (!change(victim, &now, range(first_of(now), middle)));
  while (!change(me, &mine, range(middle, end_of(now))))
    ; /* an empty word is never changed by others */
  return 1;
}

static uint64_t work(uint32_t task)
{
  usleep(TASK_MICROSECONDS); /* stands for computing */
  return (uint64_t)task * task + 1;
}

/* Work until I and some others have nothing left. What I do not find, its
 * owner will do. */
static void work_all(uint64_t *result, uint64_t *done)
{
  uint32_t task, seed = me + 1;
  for (int tries = 0; tries < TRIES;) {
    while (take(&task)) {
      *result += work(task);
      *done += 1;
    }
    seed = seed * 1664525 + 1013904223;
    int victim = (int)((seed >> 8) % ranks);
    if (victim != me && steal(victim))
      tries = 0;
    else
      tries++;
  }
}

int main(int argc, char **argv)
{
  uint64_t *word, mine[2] = {0, 0}, all[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win_allocate(sizeof *word, sizeof *word, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &word, &win);
  MPI_Win_lock_all(0, win);
  uint64_t first = (uint64_t)(me / EVERY) * TASKS;
  *word = me % EVERY ? 0 : range(first, first + TASKS);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  work_all(&mine[0], &mine[1]);
  MPI_Win_unlock_all(win);

  MPI_Allreduce(mine, all, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  uint64_t n = (uint64_t)((ranks + EVERY - 1) / EVERY) * TASKS;
  uint64_t expected = (n - 1) * n * (2 * n - 1) / 6 + n;
  int good = all[0] == expected && all[1] == n;
  if (me == 0)
    printf("%llu tasks of %llu done, result %llu: %s\n",
           (unsigned long long)all[1], (unsigned long long)n,
           (unsigned long long)all[0], good ? "right" : "WRONG");
  MPI_Win_free(&win);
  MPI_Finalize();
  return !good;
}
