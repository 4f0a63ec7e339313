/* What a collective receives into shares no byte with what it sends from,
 * wherever the two begin, nor do entries of a type or blocks with each other.
 *
 * run: np=2
 * stdout: ok
 * run: np=3
 * stdout: ok
 * mpich: no, it looks at where they begin only
 */
#include "check.h"

enum { MOST = 3 };

static int rank, size, a[8 * MOST];
static const int twos[MOST] = {2, 2, 2}, low[MOST] = {0, 2, 4};
static const MPI_Datatype ints[MOST] = {MPI_INT, MPI_INT, MPI_INT};
static MPI_Comm w = MPI_COMM_WORLD, ring;

/* Received behind what is sent, but for so many numbers that are both. */
static void sides(int by, int expected)
{
  int one = 2 - by, all = 2 * size - by, displs[MOST], bytes[MOST], sent[MOST];
  for (int i = 0; i < size; i++) {
    displs[i] = all + low[size - 1 - i];
    sent[i] = low[i] * (int)sizeof(int);
    bytes[i] = displs[i] * (int)sizeof(int);
  }
  REFUSED(expected, MPI_Allgather(a, 2, MPI_INT, a + one, 2, MPI_INT, w));
  REFUSED(expected, MPI_Alltoall(a, 2, MPI_INT, a + all, 2, MPI_INT, w));
  REFUSED(expected, MPI_Allreduce(a, a + one, 2, MPI_INT, MPI_SUM, w));
  REFUSED(expected, MPI_Allgatherv(a + 2 * size - 2, 2, MPI_INT, a, twos,
                                   displs, MPI_INT, w));
  REFUSED(expected,
          MPI_Alltoallv(a, twos, low, MPI_INT, a, twos, displs, MPI_INT, w));
  REFUSED(expected,
          MPI_Alltoallw(a, twos, sent, ints, a, twos, bytes, ints, w));
  REFUSED(expected,
          MPI_Neighbor_allgather(a, 2, MPI_INT, a + one, 2, MPI_INT, ring));
  REFUSED(expected,
          MPI_Neighbor_alltoall(a, 2, MPI_INT, a + 4 - by, 2, MPI_INT, ring));
  REFUSED(expected, MPI_Neighbor_alltoallv(a, twos, low, MPI_INT, a + 4 - by,
                                           twos, low, MPI_INT, ring));
}

/* Only the root has both. */
static void roots(int by, int expected)
{
  int one = 2 - by, all = 2 * size - by, root = size - 1, displs[MOST];
  for (int i = 0; i < size; i++)
    displs[i] = one + low[i];
  if (rank != root && expected) return;
  REFUSED(expected, MPI_Gather(a, 2, MPI_INT, a + one, 2, MPI_INT, root, w));
  REFUSED(expected,
          MPI_Gatherv(a, 2, MPI_INT, a, twos, displs, MPI_INT, root, w));
  REFUSED(expected, MPI_Scatter(a, 2, MPI_INT, a + all, 2, MPI_INT, root, w));
  REFUSED(expected,
          MPI_Scatterv(a, twos, low, MPI_INT, a + all, 2, MPI_INT, root, w));
}

/* Two numbers, the next two one further. */
static MPI_Datatype narrow(void)
{
  MPI_Datatype pair, type;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, sizeof(int), &type);
  MPI_Type_free(&pair);
  MPI_Type_commit(&type);
  return type;
}

static void entries(void)
{
  int *b = a + 4 * MOST;
  const int displs[MOST] = {0, 3, 6};
  MPI_Datatype type = narrow();
  const MPI_Datatype types[MOST] = {type, type, type};
  REFUSED(MPI_ERR_BUFFER, MPI_Allgather(b, 2, MPI_INT, a, 1, type, w));
  REFUSED(MPI_ERR_BUFFER, MPI_Alltoall(b, 2, MPI_INT, a, 1, type, w));
  REFUSED(MPI_ERR_TYPE, MPI_Allgather(b, 4, MPI_INT, a, 2, type, w));
  REFUSED(MPI_ERR_TYPE,
          MPI_Allgatherv(b, 4, MPI_INT, a, twos, displs, type, w));
  REFUSED(MPI_ERR_TYPE,
          MPI_Alltoallw(b, twos, low, ints, a, twos, displs, types, w));
  REFUSED(MPI_ERR_TYPE, MPI_Neighbor_alltoall(b, 4, MPI_INT, a, 2, type, ring));
  if (rank == 1) {
    REFUSED(MPI_ERR_TYPE, MPI_Bcast(a, 2, type, 0, w));
    REFUSED(MPI_ERR_TYPE, MPI_Scatter(b, 4, MPI_INT, a, 2, type, 0, w));
    REFUSED(MPI_ERR_TYPE, MPI_Gather(b, 4, MPI_INT, a, 2, type, 1, w));
  }
  ACCEPTED(MPI_Allgather(a, 2, type, b, 4, MPI_INT, w));
  ACCEPTED(MPI_Scatter(a, 1, type, b, 2, MPI_INT, 0, w));
  ACCEPTED(MPI_Scatter(a, 2, MPI_INT, b, 1, type, 0, w));
  MPI_Type_free(&type);
}

/* Of a grid with ends there is nobody beyond them: who has no two neighbors is
 * not refused, and who is would wait for the others. */
#define BETWEEN(call)                                                          \
  do {                                                                         \
    if (inner) REFUSED(MPI_ERR_BUFFER, call);                                  \
    if (size < MOST) ACCEPTED(call);                                           \
  } while (0)

static void neighbors(void)
{
  const MPI_Aint apart[2] = {8, 16}, close[2] = {8, 12}, down[2] = {8, 0};
  const MPI_Aint up[2] = {0, 8}, high[2] = {16, 0};
  const MPI_Aint *sent = rank ? up : down, *received = rank ? high : up;
  const int counts[2] = {1, 1}, meet[2] = {4, 5}, same[2] = {1, 1};
  int *b = a + 8, inner = rank > 0 && rank < size - 1;
  MPI_Datatype type = narrow(), types[2] = {type, type};
  MPI_Comm line;
  MPI_Cart_create(w, 1, &size, (int[]){0}, 0, &line);
  MPI_Comm_set_errhandler(line, MPI_ERRORS_RETURN);
  ACCEPTED(MPI_Neighbor_alltoallw(b, counts, apart, types, a, counts, apart,
                                  types, line));
  REFUSED(MPI_ERR_BUFFER, MPI_Neighbor_alltoallv(b, twos, low, MPI_INT, a, twos,
                                                 same, MPI_INT, ring));
  BETWEEN(MPI_Neighbor_allgatherv(b, 2, MPI_INT, a, twos, meet, MPI_INT, line));
  BETWEEN(MPI_Neighbor_alltoall(b, 2, MPI_INT, a, 1, type, line));
  BETWEEN(MPI_Neighbor_alltoallw(b, counts, apart, types, a, twos, close, ints,
                                 line));
  /* What nobody sends would come where something is sent from. */
  BETWEEN(MPI_Neighbor_alltoallw(a, counts, sent, types, a, counts, received,
                                 types, line));
  MPI_Comm_free(&line);
  MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  MPI_Cart_create(w, 1, &size, (int[]){1}, 0, &ring);
  MPI_Comm_set_errhandler(w, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
  sides(1, MPI_ERR_BUFFER);
  sides(0, MPI_SUCCESS);
  roots(1, MPI_ERR_BUFFER);
  roots(0, MPI_SUCCESS);
  entries();
  neighbors();
  MPI_Comm_free(&ring);
  int code = report();
  MPI_Finalize();
  return code;
}
