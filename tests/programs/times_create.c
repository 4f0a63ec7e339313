/* What calls that make communicators, windows and files take: exchanges of so
 * many bytes of each rank, r = ceil(log2 p) rounds of which the k-th, from 0
 * on, carries the blocks of min(2^k, p - 2^k) ranks; and barriers. Times by
 * hand.
 *
 * run: np=3 options="--platform tests/platforms/times.xml"
 * run: np=4 options="--platform tests/platforms/times.xml"
 * run: np=7 options="--platform tests/platforms/times.xml"
 * stdout: ok
 * mpich: no (simulated time)
 */
#include "times.h"

#define ROUND (O_SEND + L + O_RECV)

static int ranks;

static double exchange(int among, double bytes)
{
  double time = 0;
  for (int d = 1; d < among; d *= 2)
    time += ROUND + bytes * (among - d < d ? among - d : d) / BANDWIDTH;
  return time;
}

#define TAKES(call, seconds)                                                   \
  do {                                                                         \
    watch_start_together();                                                    \
    call;                                                                      \
    watch_expect(#call, seconds);                                              \
  } while (0)

static void communicators(MPI_Comm all, int me)
{
  MPI_Comm made;
  MPI_Group group;
  MPI_Request request;
  int dims[1] = {ranks}, one = 1, next = (me + 1) % ranks;
  int before = (me + ranks - 1) % ranks;
  MPI_Comm_group(all, &group);
  TAKES(MPI_Comm_dup(all, &made), exchange(ranks, 0));
  TAKES(MPI_Comm_free(&made), 0);
  watch_start_together();
  MPI_Comm_idup(all, &made, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  watch_expect("MPI_Comm_idup", exchange(ranks, 0));
  TAKES(MPI_Comm_disconnect(&made), exchange(ranks, 0));
  TAKES(MPI_Comm_split(all, me % 2, 0, &made), exchange(ranks, 8));
  MPI_Comm_free(&made);
  TAKES(MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made),
        exchange(ranks, 8));
  MPI_Comm_free(&made);
  TAKES(MPI_Comm_create(all, group, &made), exchange(ranks, 0));
  MPI_Comm_free(&made);
  TAKES(MPI_Comm_create_group(all, group, 1, &made), exchange(ranks, 0));
  MPI_Comm_free(&made);
  TAKES(MPI_Cart_create(all, 1, dims, dims, 0, &made), exchange(ranks, 0));
  MPI_Comm sub;
  TAKES(MPI_Cart_sub(made, &one, &sub), exchange(ranks, 8));
  MPI_Comm_free(&sub);
  MPI_Comm_free(&made);
  TAKES(MPI_Dist_graph_create_adjacent(all, 1, &before, MPI_UNWEIGHTED, 1,
                                       &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                       &made),
        exchange(ranks, 0));
  MPI_Comm_free(&made);
  TAKES(MPI_Dist_graph_create(all, 1, &me, &one, &next, MPI_UNWEIGHTED,
                              MPI_INFO_NULL, 0, &made),
        exchange(ranks, 8));
  MPI_Comm_free(&made);
  MPI_Group_free(&group);
}

/* Rank 0, and the others. Of three ranks the last one waits for the second,
 * their leader, which has waited for rank 0. */
static void between(MPI_Comm all, int me)
{
  MPI_Comm half, both, merged;
  int sides[2] = {1, ranks - 1};
  MPI_Comm_split(all, me > 0, me, &half);
  double mine = O_SEND, other = 4 * sides[me == 0] / BANDWIDTH;
  mine += L + other + O_RECV + exchange(sides[me > 0], 0);
  watch_start_together();
  MPI_Intercomm_create(half, 0, all, me == 0, 5, &both);
  if (me != 1 && ranks == 3) watch_expect("MPI_Intercomm_create", mine);
  TAKES(MPI_Intercomm_merge(both, me > 0, &merged), exchange(ranks, 4));
  MPI_Comm_free(&merged);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

static void windows(MPI_Comm all)
{
  int x;
  MPI_Win win;
  TAKES(MPI_Win_create(&x, sizeof x, 1, MPI_INFO_NULL, all, &win),
        exchange(ranks, 24));
  TAKES(MPI_Win_free(&win), exchange(ranks, 0));
}

static void files(MPI_Comm all)
{
  char data[8] = "";
  MPI_File file;
  int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  TAKES(MPI_File_open(all, "file", mode, MPI_INFO_NULL, &file),
        exchange(ranks, 8));
  TAKES(MPI_File_write(file, data, 8, MPI_BYTE, MPI_STATUS_IGNORE), 0);
  TAKES(MPI_File_write_all(file, data, 8, MPI_BYTE, MPI_STATUS_IGNORE), 0);
  TAKES(MPI_File_write_ordered(file, data, 8, MPI_BYTE, MPI_STATUS_IGNORE),
        exchange(ranks, 8));
  TAKES(MPI_File_seek_shared(file, 0, MPI_SEEK_SET), exchange(ranks, 8));
  TAKES(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL),
        exchange(ranks, 8));
  TAKES(MPI_File_set_size(file, 100), exchange(ranks, 8));
  TAKES(MPI_File_preallocate(file, 100), exchange(ranks, 8));
  TAKES(MPI_File_set_atomicity(file, 1), exchange(ranks, 8));
  TAKES(MPI_File_sync(file), exchange(ranks, 8));
  TAKES(MPI_File_close(&file), exchange(ranks, 0));
}

int main(int argc, char **argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  communicators(MPI_COMM_WORLD, me);
  between(MPI_COMM_WORLD, me);
  windows(MPI_COMM_WORLD);
  files(MPI_COMM_WORLD);
  report();
  MPI_Finalize();
  return 0;
}
