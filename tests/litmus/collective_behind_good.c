/* Blocks of nothing may be anywhere; displacements count from the begin of the
 * buffer, which may be in the midst of its memory; types with holes need what
 * they have bytes in; and addresses have no buffer that they belong to.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <stdlib.h>

enum { BLOCK = 4, FAR = 1 << 20 };

static int ones[2 * BLOCK] = {1, 1, 1, 1, 1, 1, 1, 1};

static void empty(int rank)
{
  int none[2], near[2] = {0}, displs[2] = {-FAR, FAR};
  int *b = calloc(BLOCK, sizeof *b);
  for (int i = 0; i < 2; i++)
    none[i] = i == rank ? BLOCK : 0;
  displs[rank] = 0;
  MPI_Alltoallv(ones, none, near, MPI_INT, b, none, displs, MPI_INT,
                MPI_COMM_WORLD);
  MPI_Gatherv(ones, rank ? 0 : BLOCK, MPI_INT, b, none, displs, MPI_INT, 0,
              MPI_COMM_WORLD);
  free(b);
}

/* The second block begins where the extent of the first one ends, with the hole
 * of its type behind the memory. */
static void holes(void)
{
  int counts[2] = {1, 1}, near[2] = {0}, displs[2] = {0, 1}, back[2] = {-1, 0};
  int *b = calloc(BLOCK + 1, sizeof *b);
  MPI_Datatype wide, before, late;
  MPI_Type_create_resized(MPI_INT, 0, BLOCK * sizeof(int), &wide);
  MPI_Type_commit(&wide);
  MPI_Alltoallv(ones, counts, near, MPI_INT, b, counts, displs, wide,
                MPI_COMM_WORLD);
  MPI_Allgatherv(ones, 1, MPI_INT, b + BLOCK, counts, back, wide,
                 MPI_COMM_WORLD);
  MPI_Type_create_hindexed_block(1, 1, (MPI_Aint[]){-4 * (MPI_Aint)sizeof(int)},
                                 MPI_INT, &before);
  displs[0] = BLOCK;
  displs[1] = BLOCK + 1;
  MPI_Type_create_resized(before, 0, sizeof(int), &late);
  MPI_Type_commit(&late);
  MPI_Allgatherv(ones, 1, MPI_INT, b, counts, displs, late, MPI_COMM_WORLD);
  MPI_Type_free(&wide);
  MPI_Type_free(&before);
  MPI_Type_free(&late);
  free(b);
}

static void addresses(void)
{
  int counts[2] = {1, 1}, places[2] = {0}, near[2] = {0};
  int *parts[2] = {calloc(1, sizeof(int)), calloc(FAR, sizeof(int))};
  MPI_Datatype types[2], ints[2] = {MPI_INT, MPI_INT};
  for (int i = 0; i < 2; i++) {
    MPI_Aint at;
    MPI_Get_address(parts[i], &at);
    MPI_Type_create_hindexed_block(1, 1, &at, MPI_INT, &types[i]);
    MPI_Type_commit(&types[i]);
  }
  MPI_Alltoallw(ones, counts, near, ints, MPI_BOTTOM, counts, places, types,
                MPI_COMM_WORLD);
  for (int i = 0; i < 2; i++) {
    if (!*parts[i]) MPI_Abort(MPI_COMM_WORLD, 1);
    free(parts[i]);
    MPI_Type_free(&types[i]);
  }
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  empty(rank);
  holes();
  addresses();
  MPI_Finalize();
}
