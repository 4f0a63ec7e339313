/* What functions of the C library fill in is in the buffer of a Put.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `precise` of main() of rank 0, 16 bytes
 * report:   MPI_Put     by rank 0 at origin_records_bad.c:54 (epoch: lock_all, opened at origin_records_bad.c:70), not yet complete
 * report:   store       by rank 0 at origin_records_bad.c:73, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_records_bad.c:74 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
 * report: oriel: conflict in `standard` of main() of rank 0, 16 bytes
 * report:   MPI_Put     by rank 0 at origin_records_bad.c:54 (epoch: lock_all, opened at origin_records_bad.c:70), not yet complete
 * report:   store       by rank 0 at origin_records_bad.c:76, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_records_bad.c:77 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
 * report: oriel: conflict in `least` of main() of rank 0, 16 bytes
 * report:   MPI_Put     by rank 0 at origin_records_bad.c:54 (epoch: lock_all, opened at origin_records_bad.c:70), not yet complete
 * report:   store       by rank 0 at origin_records_bad.c:79, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_records_bad.c:80 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
 * report: oriel: conflict in `micro` of main() of rank 0, 16 bytes
 * report:   MPI_Put     by rank 0 at origin_records_bad.c:54 (epoch: lock_all, opened at origin_records_bad.c:70), not yet complete
 * report:   store       by rank 0 at origin_records_bad.c:82, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_records_bad.c:83 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
 * report: oriel: conflict in `usage` of main() of rank 0, 144 bytes
 * report:   MPI_Put     by rank 0 at origin_records_bad.c:54 (epoch: lock_all, opened at origin_records_bad.c:70), not yet complete
 * report:   store       by rank 0 at origin_records_bad.c:85, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_records_bad.c:86 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
 * report: oriel: conflict in `ticks` of main() of rank 0, 32 bytes
 * report:   MPI_Put     by rank 0 at origin_records_bad.c:54 (epoch: lock_all, opened at origin_records_bad.c:70), not yet complete
 * report:   store       by rank 0 at origin_records_bad.c:88, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_records_bad.c:89 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
 * report: oriel: conflict in `seconds` of main() of rank 0, 8 bytes
 * report:   MPI_Put     by rank 0 at origin_records_bad.c:54 (epoch: lock_all, opened at origin_records_bad.c:70), not yet complete
 * report:   store       by rank 0 at origin_records_bad.c:91, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_records_bad.c:92 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
 * report: oriel: conflict in `host` of main() of rank 0, 3 bytes
 * report:   MPI_Put     by rank 0 at origin_records_bad.c:54 (epoch: lock_all, opened at origin_records_bad.c:70), not yet complete
 * report:   store       by rank 0 at origin_records_bad.c:94, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_records_bad.c:95 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
 * report: oriel: conflict in `names` of main() of rank 0, 390 bytes
 * report:   MPI_Put     by rank 0 at origin_records_bad.c:54 (epoch: lock_all, opened at origin_records_bad.c:70), not yet complete
 * report:   store       by rank 0 at origin_records_bad.c:97, main()
 * report:   Nothing orders them. MPI_Win_flush at origin_records_bad.c:98 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
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
    put(&precise, sizeof precise);
    clock_gettime(CLOCK_MONOTONIC, &precise);
    MPI_Win_flush(1, win);
    put(&standard, sizeof standard);
    timespec_get(&standard, TIME_UTC);
    MPI_Win_flush(1, win);
    put(&least, sizeof least);
    clock_getres(CLOCK_MONOTONIC, &least);
    MPI_Win_flush(1, win);
    put(&micro, sizeof micro);
    gettimeofday(&micro, NULL);
    MPI_Win_flush(1, win);
    put(&usage, sizeof usage);
    getrusage(RUSAGE_SELF, &usage);
    MPI_Win_flush(1, win);
    put(&ticks, sizeof ticks);
    times(&ticks);
    MPI_Win_flush(1, win);
    put(&seconds, sizeof seconds);
    time(&seconds);
    MPI_Win_flush(1, win);
    put(host, sizeof host);
    gethostname(host, sizeof host);
    MPI_Win_flush(1, win);
    put(&names, sizeof names);
    uname(&names);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
