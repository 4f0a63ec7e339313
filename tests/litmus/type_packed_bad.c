/* Packed records are put but for a flag; their owner counts in a field of one.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [29, 33)
 * report:   MPI_Put     by rank 0 at type_packed_bad.c:48 (epoch: fence, opened at type_packed_bad.c:45), not yet complete
 * report:   load        by rank 1 at type_packed_bad.c:55, main()
 * report:   Nothing orders them. MPI_Win_fence at type_packed_bad.c:49 comes too late; move the load after it. [MPI-4.1 12.7]
 * report: oriel: conflict in the window of rank 1, bytes [29, 33)
 * report:   MPI_Put     by rank 0 at type_packed_bad.c:48 (epoch: fence, opened at type_packed_bad.c:45), not yet complete
 * report:   store       by rank 1 at type_packed_bad.c:55, main()
 * report:   Nothing orders them. MPI_Win_fence at type_packed_bad.c:49 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stddef.h>
#include <string.h>

static int rank;
#pragma pack(push, 1)
struct rec {
  char tag;
  int value;
  char flag;
  double weight;
};
#pragma pack(pop)

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  struct rec *r, v = {'a', 1, 0, 2.5};
  MPI_Datatype t;
  MPI_Aint d[2] = {offsetof(struct rec, value), offsetof(struct rec, weight)};
  int l[2] = {1, 1};
  MPI_Datatype k[2] = {MPI_INT, MPI_DOUBLE}, u;
  MPI_Type_create_struct(2, l, d, k, &u);
  MPI_Type_create_resized(u, 0, sizeof(struct rec), &t);
  MPI_Type_commit(&t);
  MPI_Type_free(&u);
  MPI_Win_allocate(4 * sizeof *r, sizeof *r, MPI_INFO_NULL, MPI_COMM_WORLD, &r,
                   &win);
  memset(r, 0, 4 * sizeof *r);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    struct rec out[4] = {v, v, v, v};
    MPI_Put(out, 4, t, 1, 0, 4, t, win);
    MPI_Win_fence(0, win);
  } else {
    for (int i = 0; i < 4; i++) {
      r[i].flag = 1;
      r[i].tag = 'x';
    }
    r[2].value++;
    MPI_Win_fence(0, win);
  }
  MPI_Type_free(&t);
  MPI_Win_free(&win);
  MPI_Finalize();
}
