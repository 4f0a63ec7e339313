/* Several ranks poll at once what they copy, compare or measure by functions of
 * the C library, which tell their accesses, and count meanwhile: they are seen
 * to wait, and none looks again because of another one's look.
 *
 * build: --check
 * mpich: no (built for the checker)
 * run: np=4 options="--check=warn" args="copy" limit=20
 * run: np=4 options="--check=warn" args="wide" limit=20
 * run: np=4 options="--check=warn" args="compare" limit=20
 * run: np=4 options="--check=warn" args="length" limit=20
 * run: np=4 options="--check=warn" args="text" limit=20
 * stdout: ok
 * stderr: Polling by loads needs the unified memory model
 */
#include "check.h"

#include <oriel.h>

enum { WIDE = 3000 };

static long rounds;

static void wait_copy(const char *flag)
{
  int copy;
  do {
    memcpy(&copy, flag, sizeof copy);
    rounds = !rounds;
  } while (!copy);
}

static void wait_wide(const char *flag)
{
  static char copy[WIDE];
  do {
    memmove(copy, flag, sizeof copy);
    rounds++;
  } while (!copy[0]);
}

static void wait_compare(const char *flag)
{
  static const char nothing[WIDE];
  for (; memcmp(flag, nothing, WIDE) == 0; rounds++)
    ;
}

static void wait_length(const char *flag)
{
  for (; strlen(flag) == 0; rounds++)
    __asm__ volatile("" : : : "memory");
}

static void wait_text(const char *flag)
{
  for (; strncmp(flag, "go!!", 4) != 0; rounds++)
    __asm__ volatile("" : : : "memory");
}

static const struct {
  const char *name;
  void (*wait)(const char *flag);
} ways[] = {{"copy", wait_copy},
            {"wide", wait_wide},
            {"compare", wait_compare},
            {"length", wait_length},
            {"text", wait_text}};

int main(int argc, char **argv)
{
  int rank, size;
  char *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(WIDE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, WIDE);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 1; rank == 0 && i < size; i++) {
    oriel_compute(1e-3);
    MPI_Put("go!!", 4, MPI_CHAR, i, 0, 4, MPI_CHAR, win);
  }
  for (unsigned i = 0; rank && i < sizeof ways / sizeof *ways; i++)
    if (argc > 1 && strcmp(argv[1], ways[i].name) == 0) {
      ways[i].wait(memory);
      CHECK(memory[0] == 'g');
    }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
