/* What a rank draws from the machine by getentropy() and arc4random() repeats,
 * is its own, and within bounds.
 *
 * mpich: no (only simulated machines repeat)
 * run: np=3 twice=1
 * stdout-any
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

/* Since version 2.36 of the C library. */
extern uint32_t arc4random_uniform(uint32_t) __attribute__((weak));

static void entropy(void)
{
  unsigned char mine[256 + 1] = {0}, all[3][256];
  mine[255] = mine[256] = 7;
  errno = 0;
  CHECK(getentropy(mine, 257) == -1 && errno == EIO && !mine[0] && !mine[254]);
  CHECK(getentropy(mine, 255) == 0 && mine[255] == 7);
  CHECK(getentropy(mine, 256) == 0 && mine[256] == 7);
  MPI_Allgather(mine, 256, MPI_BYTE, all, 256, MPI_BYTE, MPI_COMM_WORLD);
  CHECK(memcmp(all[0], all[1], 256) && memcmp(all[1], all[2], 256));
  CHECK(memcmp(all[0], all[2], 256) && memcmp(mine, mine + 128, 128));
  printf("%d %d\n", mine[0], mine[255]);
}

static void bounded(void)
{
  int count[3] = {0};
  uint32_t bound = 3u << 30, high = 0;
  if (!arc4random_uniform) return;
  CHECK(arc4random_uniform(0) == 0 && arc4random_uniform(1) == 0);
  for (int i = 0; i < 300; i++) {
    uint32_t x = arc4random_uniform(3), y = arc4random_uniform(bound);
    CHECK(x < 3 && y < bound);
    count[x % 3]++;
    high += y >= bound / 3;
  }
  for (int i = 0; i < 3; i++)
    CHECK(count[i] > 50);
  CHECK(high > 150 && high < 250);
  printf("%d %d\n", count[0], count[1]);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  entropy();
  bounded();
  int failed = report();
  MPI_Finalize();
  return failed;
}
