/* Every rank sends several messages of many sizes to every other, in every
 * mode; receives name their sender, their tag, both or neither. All arrive
 * once, whole, and in order from each sender.
 *
 * run: np=2 twice=1
 * run: np=7 twice=1
 * run: np=7 options="--network fluid"
 * run: np=7 options="--network latency"
 * run: np=40
 * stdout: ok
 */
#include "check.h"

enum { EACH = 6, MOST = 40000 };

static const int sizes[EACH] = {0, 1, 9000, 17, MOST, 300};

static int byte_of(int from, int to, int message, int i)
{
  return (from * 31 + to * 17 + message * 7 + i * 3) & 0xff;
}

static MPI_Request post(char *b, int from, int to, int message)
{
  MPI_Request r;
  int n = sizes[message];
  for (int i = 0; i < n; i++)
    b[i] = (char)byte_of(from, to, message, i);
  if (message % 3 == 0)
    MPI_Isend(b, n, MPI_CHAR, to, message % 2, MPI_COMM_WORLD, &r);
  else if (message % 3 == 1)
    MPI_Issend(b, n, MPI_CHAR, to, message % 2, MPI_COMM_WORLD, &r);
  else
    MPI_Ibsend(b, n, MPI_CHAR, to, message % 2, MPI_COMM_WORLD, &r);
  return r;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size(), sent = 0, size;
  int room = (n - 1) * (sizes[2] + sizes[5] + 2 * MPI_BSEND_OVERHEAD);
  char *space = malloc(room), *in = malloc(MOST);
  char *out = malloc((size_t)n * EACH * MOST);
  MPI_Request *r = malloc(sizeof *r * n * EACH);
  int *seen = calloc(n * 2, sizeof *seen); /* by sender and tag */
  MPI_Buffer_attach(space, room);
  for (int k = 1; k < n; k++)
    for (int m = 0; m < EACH; m++, sent++)
      r[sent] = post(out + (size_t)sent * MOST, me, (me + k) % n, m);
  for (int k = 0; k < (n - 1) * EACH; k++) {
    MPI_Status s;
    int from = MPI_ANY_SOURCE, tag = MPI_ANY_TAG, count;
    if (k % 4 == 1) {
      MPI_Probe(from, tag, MPI_COMM_WORLD, &s);
      from = s.MPI_SOURCE;
    } else if (k % 4 == 2) {
      MPI_Probe(from, tag, MPI_COMM_WORLD, &s);
      tag = s.MPI_TAG;
    }
    MPI_Recv(in, MOST, MPI_CHAR, from, tag, MPI_COMM_WORLD, &s);
    int *next = &seen[2 * s.MPI_SOURCE + s.MPI_TAG];
    int message = 2 * (*next)++ + s.MPI_TAG;
    MPI_Get_count(&s, MPI_CHAR, &count);
    SAME(count, sizes[message]);
    for (int i = 0; i < count; i++)
      if ((in[i] & 0xff) != byte_of(s.MPI_SOURCE, me, message, i)) {
        CHECK(!"the bytes that were sent");
        break;
      }
  }
  MPI_Waitall(sent, r, MPI_STATUSES_IGNORE);
  MPI_Buffer_detach(&space, &size);
  SAME(size, room);
  int code = report();
  MPI_Finalize();
  return code;
}
