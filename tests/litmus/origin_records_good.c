/* What functions of the C library fill in is in the buffer of a later Put.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static MPI_Win win;

static void put(const void *what, int bytes)
{
  MPI_Put(what, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
}

int main(int argc, char **argv)
{
  struct timespec precise = {0}, standard = {0}, least = {0};
  struct timeval micro = {0};
  struct rusage usage = {0};
  struct tms ticks = {0};
  time_t seconds = 0;
  struct utsname names = {0};
  char host[64] = "", *memory;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(512, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    clock_gettime(CLOCK_MONOTONIC, &precise);
    put(&precise, sizeof precise);
    MPI_Win_flush(1, win);
    timespec_get(&standard, TIME_UTC);
    put(&standard, sizeof standard);
    MPI_Win_flush(1, win);
    clock_getres(CLOCK_MONOTONIC, &least);
    put(&least, sizeof least);
    MPI_Win_flush(1, win);
    gettimeofday(&micro, NULL);
    put(&micro, sizeof micro);
    MPI_Win_flush(1, win);
    getrusage(RUSAGE_SELF, &usage);
    put(&usage, sizeof usage);
    MPI_Win_flush(1, win);
    times(&ticks);
    put(&ticks, sizeof ticks);
    MPI_Win_flush(1, win);
    time(&seconds);
    put(&seconds, sizeof seconds);
    MPI_Win_flush(1, win);
    gethostname(host, sizeof host);
    put(host, sizeof host);
    MPI_Win_flush(1, win);
    uname(&names);
    put(&names, sizeof names);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
