/* Blocks of which both sides name the same types, in other words, or which are
 * empty, or in place.
 *
 * run: np=3 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int a[6] = {0}, b[6] = {0}, rank;
  int one[3] = {1, 1, 1}, two[3] = {2, 2, 2}, at[3] = {0, 1, 2},
      by_two[3] = {0, 2, 4}, bytes[3] = {0, 8, 16}, first[3] = {1, 0, 0};
  MPI_Datatype pair, ints[3] = {MPI_INT, MPI_INT, MPI_INT}, pairs[3];
  MPI_Comm all = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(all, &rank);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  pairs[0] = pairs[1] = pairs[2] = pair;
  MPI_Gatherv(a, 2, MPI_INT, b, one, at, pair, 0, all);
  MPI_Gatherv(rank ? a : MPI_IN_PLACE, 1, pair, b, two, by_two, MPI_INT, 0,
              all);
  MPI_Scatterv(a, two, by_two, MPI_INT, rank == 2 ? MPI_IN_PLACE : b, 1, pair,
               2, all);
  MPI_Allgatherv(a, 1, pair, b, rank ? two : one, rank ? by_two : at,
                 rank ? MPI_INT : pair, all);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_FLOAT, b, two, by_two, MPI_INT, all);
  MPI_Alltoallv(a, two, by_two, MPI_INT, b, one, at, pair, all);
  MPI_Alltoallw(a, two, bytes, ints, b, one, bytes, pairs, all);
  MPI_Alltoallw(MPI_IN_PLACE, two, bytes, ints, b, one, bytes, pairs, all);
  MPI_Gatherv(a, rank == 0, rank ? MPI_FLOAT : MPI_INT, b, first, at, MPI_INT,
              0, all);
  MPI_Type_free(&pair);
  MPI_Finalize();
}
