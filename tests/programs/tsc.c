/* The processor's counter of time stamps counts nanoseconds of simulated time,
 * unless the kernel cannot make reading it a fault.
 *
 * mpich: no (it counts the machine's time there)
 * run: np=2 args="alone" twice=1
 * run: np=2 args="alone" options="--ppn 2 --cost clock=1e-6" twice=1
 * run: np=2 args="wait" twice=1
 * run: np=2 args="wait" options="--ppn 2" twice=1
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <sys/prctl.h>
#include <x86intrin.h>

static volatile double numbers[4] = {1, 2, 3, 4};

/* Registers stay as they are, those of vectors too; and what lies below the
 * stack pointer. */
static double sum_around(unsigned long long *count)
{
  double a = numbers[0], b = numbers[1], c = numbers[2], d = numbers[3];
  unsigned core;
  *count = __rdtscp(&core);
  CHECK(core == 0);
  return a + b + c + d;
}

static void read_alone(void)
{
  unsigned long long first, second, third;
  double before = MPI_Wtime();
  CHECK(sum_around(&first) == 10);
  oriel_compute(1e-3);
  second = __rdtsc();
  double after = MPI_Wtime();
  CHECK(first >= before * 1e9 && second <= after * 1e9);
  CHECK(second - first >= 1000000 && second - first < 1003000);
  for (int i = 0; i < 1000; i++) {
    third = __rdtsc();
    CHECK(third > second);
    second = third;
  }
}

/* What another stores is seen while it reads. */
static void read_and_wait(volatile int *flag)
{
  unsigned long long end = __rdtsc() + 2000000;
  while (!*flag && __rdtsc() < end)
    continue;
  double now = MPI_Wtime();
  CHECK(*flag == 1 && now > 1e-3 && now < 1.01e-3);
}

int main(int argc, char **argv)
{
  volatile int *flag;
  MPI_Win win;
  int one = 1;
  MPI_Init(&argc, &argv);
  if (prctl(PR_SET_TSC, PR_TSC_SIGSEGV)) {
    report();
    MPI_Finalize();
    return 0;
  }
  MPI_Win_allocate(sizeof *flag, sizeof *flag, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &flag, &win);
  MPI_Win_lock_all(0, win);
  *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (!strcmp(argv[1], "alone")) {
    read_alone();
  } else if (world_rank() == 0) {
    read_and_wait(flag);
  } else {
    oriel_compute(1e-3);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
