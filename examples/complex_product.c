/* A reduction with an operation of one's own: the product of complex numbers.
 *
 * The MPI standard's example of MPI_Op_create, used in four reductions over
 * vectors of complex numbers, a pair of doubles each:
 *
 *   MPI_Reduce          the products of all, at rank 0
 *   MPI_Allreduce       the same everywhere
 *   MPI_Reduce_scatter  a piece of them at each rank
 *   MPI_Scan            the products of the ranks up to one's own
 *
 * To look at: the function receives the datatype it is used with; MPI calls it
 * with as many elements as it likes. It may not be used with MPI_Accumulate,
 * whose operations are the predefined ones only.
 *
 * The numbers are powers of the imaginary unit, so that the products are exact:
 * that of all ranks' i^(rank+j) is i^(sum of all rank+j).
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 8, PER_RANK = 2 };

struct complex {
  double re, im;
};

/* inout = in * inout, element by element */
static void multiply(void *in, void *inout, int *length, MPI_Datatype *type)
{
  struct complex *a = in, *b = inout;
  (void)type;
  for (int i = 0; i < *length; i++) {
    struct complex c = {a[i].re * b[i].re - a[i].im * b[i].im,
                        a[i].re * b[i].im + a[i].im * b[i].re};
    b[i] = c;
  }
}

static struct complex power_of_i(long n)
{
  static const struct complex powers[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  return powers[n % 4];
}

/* Sum over the ranks 0 to last of rank + j. */
static long exponent(long last, long j)
{
  return last * (last + 1) / 2 + (last + 1) * j;
}

static int differs(struct complex a, struct complex b)
{
  return a.re != b.re || a.im != b.im;
}

/* Compare n products, of the ranks 0 to last, the first of column j. */
static long compare(const struct complex *got, int n, long last, long j)
{
  long wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += differs(got[i], power_of_i(exponent(last, j + i)));
  return wrong;
}

static int verdict(int me, const char *name, long wrong)
{
  long all;
  MPI_Allreduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0) printf("%-15s %ld wrong\n", name, all);
  return all != 0;
}

int main(int argc, char **argv)
{
  int me, ranks, bad = 0;
  MPI_Op product;
  MPI_Datatype complex_type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Op_create(multiply, 1, &product);
  MPI_Type_contiguous(2, MPI_DOUBLE, &complex_type);
  MPI_Type_commit(&complex_type);

  struct complex in[LENGTH], out[LENGTH];
  for (int j = 0; j < LENGTH; j++)
    in[j] = power_of_i(me + j);

  MPI_Reduce(in, out, LENGTH, complex_type, product, 0, MPI_COMM_WORLD);
  bad |=
      verdict(me, "reduce", me == 0 ? compare(out, LENGTH, ranks - 1, 0) : 0);
  if (me == 0)
    for (int j = 0; j < 4; j++)
      printf("  product %d: %+g %+gi\n", j, out[j].re + 0.0, out[j].im + 0.0);

  MPI_Allreduce(in, out, LENGTH, complex_type, product, MPI_COMM_WORLD);
  bad |= verdict(me, "allreduce", compare(out, LENGTH, ranks - 1, 0));

  MPI_Scan(in, out, LENGTH, complex_type, product, MPI_COMM_WORLD);
  bad |= verdict(me, "scan", compare(out, LENGTH, me, 0));

  /* Here the vectors are as long as all pieces together. */
  int *counts = malloc(sizeof(int) * ranks);
  struct complex *all = malloc(sizeof *all * ranks * PER_RANK);
  for (int r = 0; r < ranks; r++)
    counts[r] = PER_RANK;
  for (int j = 0; j < ranks * PER_RANK; j++)
    all[j] = power_of_i(me + j);
  MPI_Reduce_scatter(all, out, counts, complex_type, product, MPI_COMM_WORLD);
  bad |= verdict(me, "reduce_scatter",
                 compare(out, PER_RANK, ranks - 1, (long)me * PER_RANK));

  free(all);
  free(counts);
  MPI_Type_free(&complex_type);
  MPI_Op_free(&product);
  MPI_Finalize();
  return bad;
}
