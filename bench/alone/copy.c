/* How fast data of derived types moves, and sums are formed: MPI_Pack,
 * MPI_Unpack and MPI_Reduce_local against loops written by hand. One rank; by
 * the host's clock, asked of the kernel, since a simulator has another.
 *
 *   copy [SAMPLES]     200
 *
 * A line for each kind and block: "copy KIND BYTES", then seconds for packing,
 * by the loops, for unpacking, by the loops. The loops know the length of a
 * block when they are compiled, as those of a program would. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { TOTAL = 256 << 10, LARGE = 32 << 20, ROWS = 8, ROWS_AROUND = 10 };

static double host_time(void)
{
  struct timespec t;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t bytes)
{
  char *p = NULL;
  if (posix_memalign((void **)&p, 4096, bytes)) abort();
  for (size_t i = 0; i < bytes; i++)
    p[i] = (char)(i * 7 + i / 251);
  return p;
}

struct copy {
  const char *kind;
  int n;        /* ints of a block */
  size_t bytes; /* of the whole array */
  MPI_Datatype type;
  int count;
  int *array, *packed, *other;
};

/* --- by hand --- */

/* n is a constant wherever this is called. */
static inline __attribute__((always_inline)) void loops(const struct copy *c,
                                                        int n, int pack)
{
  int *restrict array = c->array, *restrict packed = c->packed;
  size_t blocks = TOTAL / sizeof(int) / n, k = 0;
  if (c->kind[0] == 'v')
    for (size_t i = 0; i < blocks; i++)
      for (int j = 0; j < n; j++, k++)
        if (pack)
          packed[k] = array[i * 2 * n + j];
        else
          array[i * 2 * n + j] = packed[k];
  else
    for (size_t z = 0; z < blocks / ROWS; z++)
      for (size_t y = 0; y < ROWS; y++)
        for (int j = 0; j < n; j++, k++)
          if (pack)
            packed[k] = array[(z * ROWS_AROUND + y + 1) * 2 * n + j];
          else
            array[(z * ROWS_AROUND + y + 1) * 2 * n + j] = packed[k];
}

#define BLOCK(N)                                                               \
  case N:                                                                      \
    if (pack)                                                                  \
      loops(c, N, 1);                                                          \
    else                                                                       \
      loops(c, N, 0);                                                          \
    break;

static __attribute__((noinline)) void by_hand(const struct copy *c, int pack)
{
  if (c->kind[0] == 'c') {
    if (pack)
      memcpy(c->packed, c->array, TOTAL);
    else
      memcpy(c->array, c->packed, TOTAL);
    return;
  }
  switch (c->n) {
    BLOCK(1)
    BLOCK(2)
    BLOCK(4)
    BLOCK(16)
    BLOCK(64)
    BLOCK(256)
    BLOCK(1024)
  }
}

/* --- by MPI --- */

static void by_mpi(const struct copy *c, int pack)
{
  int place = 0;
  if (pack)
    MPI_Pack(c->array, c->count, c->type, c->packed, TOTAL, &place,
             MPI_COMM_SELF);
  else
    MPI_Unpack(c->packed, TOTAL, &place, c->array, c->count, c->type,
               MPI_COMM_SELF);
}

/* The first row of each plane and the second half of each row stay behind. */
static void copy_type(struct copy *c)
{
  int blocks = TOTAL / (int)sizeof(int) / c->n;
  int planes = blocks / ROWS;
  int sizes[3] = {planes, ROWS_AROUND, 2 * c->n};
  int inner[3] = {planes, ROWS, c->n}, starts[3] = {0, 1, 0};
  c->count = 1;
  c->bytes = 2 * TOTAL;
  if (c->kind[0] == 'c') {
    MPI_Type_contiguous(c->n, MPI_INT, &c->type);
    c->count = blocks;
  } else if (c->kind[0] == 'v') {
    MPI_Type_vector(blocks, c->n, 2 * c->n, MPI_INT, &c->type);
  } else {
    MPI_Type_create_subarray(3, sizes, inner, starts, MPI_ORDER_C, MPI_INT,
                             &c->type);
    c->bytes = sizeof(int) * (size_t)planes * ROWS_AROUND * 2 * c->n;
  }
  MPI_Type_commit(&c->type);
}

static void least(double *best, double begin)
{
  double t = host_time() - begin;
  if (*best == 0 || t < *best) *best = t;
}

/* In turn, so that what else the machine does hits both. */
static void measure(const struct copy *c, int samples, int pack, double *mpi,
                    double *hand)
{
  for (int i = 0; i < samples; i++) {
    double begin = host_time();
    by_mpi(c, pack);
    least(mpi, begin);
    begin = host_time();
    by_hand(c, pack);
    least(hand, begin);
  }
}

/* Both ways must give the same bytes. */
static void compare(const struct copy *c)
{
  by_mpi(c, 1);
  memcpy(c->other, c->packed, TOTAL);
  memset(c->packed, 0, TOTAL);
  by_hand(c, 1);
  if (!memcmp(c->other, c->packed, TOTAL)) return;
  fprintf(stderr, "%s of %d bytes: wrong\n", c->kind, 4 * c->n);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void copy_measure(const char *kind, int n, int samples)
{
  double pack[2] = {0}, unpack[2] = {0};
  struct copy c = {.kind = kind, .n = n};
  copy_type(&c);
  c.array = memory(c.bytes);
  c.packed = memory(TOTAL);
  c.other = memory(TOTAL);
  compare(&c);
  measure(&c, samples, 1, &pack[0], &pack[1]);
  measure(&c, samples, 0, &unpack[0], &unpack[1]);
  printf("copy %s %d %.9g %.9g %.9g %.9g\n", kind, 4 * n, pack[0], pack[1],
         unpack[0], unpack[1]);
  free(c.array);
  free(c.packed);
  free(c.other);
  MPI_Type_free(&c.type);
}

/* --- sums --- */

static __attribute__((noinline)) void sum_by_hand(const double *restrict in,
                                                  double *restrict inout, int n)
{
  for (int i = 0; i < n; i++)
    inout[i] += in[i];
}

static void sum_measure(int bytes, int samples)
{
  double mpi = 0, hand = 0;
  int n = bytes / (int)sizeof(double);
  double *in = memory(bytes), *inout = memory(bytes);
  memset(in, 0, bytes);
  for (int i = 0; i < n; i++)
    inout[i] = i;
  for (int i = 0; i < samples; i++) {
    double begin = host_time();
    MPI_Reduce_local(in, inout, n, MPI_DOUBLE, MPI_SUM);
    least(&mpi, begin);
    begin = host_time();
    sum_by_hand(in, inout, n);
    least(&hand, begin);
  }
  printf("copy sum %d %.9g %.9g %.9g %.9g\n", bytes, mpi, hand, mpi, hand);
  free(in);
  free(inout);
}

int main(int argc, char **argv)
{
  static const char *const kinds[] = {"contiguous", "vector", "subarray"};
  static const int blocks[] = {1, 2, 4, 16, 64, 256, 1024};
  MPI_Init(&argc, &argv);
  int samples = argc > 1 ? atoi(argv[1]) : 200;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < (int)(sizeof blocks / sizeof *blocks); i++)
      copy_measure(kinds[k], blocks[i], samples);
  sum_measure(TOTAL, samples);
  sum_measure(LARGE, 1 + samples / 10);
  MPI_Finalize();
  return 0;
}
