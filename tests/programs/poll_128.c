/* Several ranks poll a word of 128 bits, such as a pointer with a counter of
 * its uses, by each kind of access: all wait until it is set, and find both of
 * its halves.
 *
 * build: --check -mcx16 -Wno-tsan
 * run: np=3 options="--ppn 3 --check" args="load" limit=20
 * run: np=3 options="--ppn 3 --check" args="add" limit=20
 * run: np=3 options="--ppn 3 --check" args="swap" limit=20
 * run: np=3 options="--ppn 3 --check" args="count" limit=20
 * run: np=3 options="--ppn 3" args="load" limit=20
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>

typedef unsigned __int128 wide;

static const wide set = (wide)3 << 64 | 4;
static volatile long looks;

static wide wait_for(wide *flag, const char *how)
{
  wide found = 0;
  if (strcmp(how, "load") == 0)
    while (!(found = __atomic_load_n(flag, __ATOMIC_ACQUIRE)))
      ;
  else if (strcmp(how, "add") == 0)
    while (!(found = __atomic_fetch_add(flag, 0, __ATOMIC_ACQ_REL)))
      ;
  else if (strcmp(how, "count") == 0)
    while (!(found = __atomic_load_n(flag, __ATOMIC_ACQUIRE)))
      looks++;
  else
    for (found = set; !__atomic_compare_exchange_n(
             flag, &found, set, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);)
      found = set;
  return found;
}

int main(int argc, char **argv)
{
  wide *flag;
  int rank, unit;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : sizeof *flag, 1, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &flag, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &flag);
  if (rank == 0) *flag = 0;
  MPI_Win_fence(0, win);
  if (rank == 0) {
    oriel_compute(1e-3);
    __atomic_store_n(flag, set, __ATOMIC_RELEASE);
  } else {
    CHECK(wait_for(flag, argv[1]) == set);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
