/* Ranks that wait for what another stores, and meanwhile ask MPI on and on what
 * takes no time: they see it soon after. If it never comes, they are told of.
 *
 * mpich: no (one of them would hang)
 * run: np=2 args="rank"
 * run: np=2 args="address" twice=1
 * run: np=2 args="attribute"
 * run: np=2 args="type" twice=1
 * run: np=2 args="null"
 * run: np=2 args="rank shared" options="--ppn 2" twice=1
 * run: np=2 args="type shared" options="--ppn 2"
 * stdout: ok
 * run: np=2 args="address never" options="--patience 0.05" exit=122
 * stderr: MPI_Get_address finds nothing, again and again
 */
#include "check.h"

#include <oriel.h>
#include <stdbool.h>

static volatile int *flag;
static MPI_Win win;

static void ask(const char *what)
{
  int n, rank;
  void *base;
  MPI_Aint address;
  MPI_Datatype type;
  MPI_Request none = MPI_REQUEST_NULL;
  if (!strcmp(what, "rank")) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  } else if (!strcmp(what, "address")) {
    MPI_Get_address(&rank, &address);
  } else if (!strcmp(what, "attribute")) {
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &n);
  } else if (!strcmp(what, "type")) {
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_free(&type);
  } else {
    MPI_Test(&none, &n, MPI_STATUS_IGNORE);
  }
}

static void set(bool shared)
{
  int one = 1;
  oriel_compute(1e-3);
  if (shared) {
    *flag = 1;
  } else {
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  bool shared = argc > 2 && !strcmp(argv[2], "shared");
  bool never = argc > 2 && !strcmp(argv[2], "never");
  if (shared) {
    flag = shared_memory(sizeof *flag, &win);
  } else {
    MPI_Win_allocate(sizeof *flag, sizeof *flag, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &flag, &win);
    MPI_Win_lock_all(0, win);
  }
  *flag = 0;
  shared_barrier(win);
  if (world_rank() == 1 && !never) {
    set(shared);
  } else if (world_rank() == 0) {
    while (!*flag)
      ask(argv[1]);
    double now = MPI_Wtime();
    CHECK(now > 1e-3 && now < 1.01e-3);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
