/* What the random programs share: numbers drawn alike by all ranks from one
 * seed, contents of buffers as functions of where they are from, and a digest
 * of all that was received, which another MPI must also arrive at. */
#ifndef RANDOM_H
#define RANDOM_H

#include "../programs/check.h"
#include <stdint.h>

static uint64_t random_state;

static inline void random_seed(int seed)
{
  random_state = 0x9e3779b97f4a7c15u * (uint64_t)(seed + 1);
}

static inline int draw(int below)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (int)((random_state >> 20) % (uint64_t)below);
}

/* A number that depends on all four, and on nothing else. */
static inline uint64_t mixed(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
  uint64_t x = a * 0x9e3779b97f4a7c15u + b;
  for (int i = 0; i < 2; i++) {
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u + c;
    x = (x ^ (x >> 31)) * 0x94d049bb133111ebu + d;
  }
  return x ^ (x >> 30);
}

static uint64_t digest;

static inline void digest_add(const void *data, size_t bytes)
{
  const unsigned char *at = data;
  for (size_t i = 0; i < bytes; i++)
    digest = (digest ^ at[i]) * 0x100000001b3u;
}

/* Last call of main: "ok" and the digest of all ranks from rank 0, if no rank
 * had a complaint. Returns the exit code. */
static inline int random_report(void)
{
  uint64_t mine = mixed(digest, (uint64_t)world_rank(), 1, 2), all;
  int bad;
  MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(&complaints, &bad, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (world_rank() == 0 && !bad) {
    puts("ok");
    if (getenv("RANDOM_DIGEST")) printf("%016llx\n", (unsigned long long)all);
  }
  return bad != 0;
}

#endif
