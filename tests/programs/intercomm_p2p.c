/* Messages of an intercommunicator: ranks name the other group's, statuses
 * too; probes, wildcards, persistent requests, all send modes.
 *
 * run: np=2
 * run: np=5 twice=1
 * run: np=7 options="--protocol message --progress weak"
 * stdout: ok
 */
#include "intercomm.h"

enum { LARGE = 30000 };

static void all_to_all(const struct pair *p, int parity, int n)
{
  int *out = malloc(n * sizeof *out), *in = malloc(n * sizeof *in);
  MPI_Request *requests = malloc(p->remote * sizeof *requests);
  MPI_Status status;
  for (int i = 0; i < n; i++)
    out[i] = world_rank() + i;
  for (int i = 0; i < p->remote; i++)
    MPI_Isend(out, n, MPI_INT, i, p->rank, p->inter, &requests[i]);
  for (int i = 0; i < p->remote; i++) {
    int count;
    if (i % 2) {
      MPI_Probe(MPI_ANY_SOURCE, i, p->inter, &status);
      SAME(status.MPI_SOURCE, i);
    }
    MPI_Recv(in, n, MPI_INT, i % 3 ? i : MPI_ANY_SOURCE, i, p->inter, &status);
    SAME(status.MPI_SOURCE, i);
    SAME(status.MPI_TAG, i);
    MPI_Get_count(&status, MPI_INT, &count);
    SAME(count, n);
    SAME(in[n - 1], world_of(parity, !p->side, i) + n - 1);
  }
  MPI_Waitall(p->remote, requests, MPI_STATUSES_IGNORE);
  free(requests);
  free(out);
  free(in);
}

static void modes(const struct pair *p)
{
  int me = world_rank(), token = -1;
  static char space[1000];
  MPI_Request request;
  MPI_Status status;
  if (p->rank >= p->remote) return;
  if (p->side) {
    MPI_Ssend(&me, 1, MPI_INT, p->rank, 1, p->inter);
    MPI_Buffer_attach(space, sizeof space);
    MPI_Bsend(&me, 1, MPI_INT, p->rank, 2, p->inter);
    void *at;
    int size;
    MPI_Buffer_detach(&at, &size);
    MPI_Send_init(&me, 1, MPI_INT, p->rank, 3, p->inter, &request);
  } else if (p->rank < p->remote) {
    MPI_Recv(&token, 1, MPI_INT, p->rank, 1, p->inter, &status);
    SAME(status.MPI_SOURCE, p->rank);
    MPI_Recv(&token, 1, MPI_INT, p->rank, 2, p->inter, &status);
    CHECK(token != me && token >= 0);
    MPI_Recv_init(&token, 1, MPI_INT, p->rank, 3, p->inter, &request);
  }
  for (int i = 0; i < 2; i++) {
    MPI_Start(&request);
    MPI_Wait(&request, &status);
  }
  if (!p->side) SAME(status.MPI_SOURCE, p->rank);
  MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  for (int parity = 0; parity < 2; parity++) {
    struct pair p = pair_make(parity);
    all_to_all(&p, parity, 1);
    all_to_all(&p, parity, LARGE);
    modes(&p);
    MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, p.inter);
    pair_free(&p);
  }
  int failed = report();
  MPI_Finalize();
  return failed;
}
