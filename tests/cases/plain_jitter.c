/* Before and after each call that waits for other ranks, compute for a random
 * time of up to 100 ns, so that events of two ranks do not fall on one date by
 * the symmetry of what they do. Linked with a program. */
#include <mpi.h>
#include <oriel.h>

static void jitter(void)
{
  static unsigned long state;
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!state) state = 0x9e3779b97f4a7c15 * (unsigned long)(rank + 1);
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  oriel_compute(1e-7 * (double)(state >> 11) / 9007199254740992.0);
}

#define UNEVEN(name, parameters, ...)                                          \
  int MPI_##name parameters                                                    \
  {                                                                            \
    jitter();                                                                  \
    int code = PMPI_##name(__VA_ARGS__);                                       \
    jitter();                                                                  \
    return code;                                                               \
  }

UNEVEN(Barrier, (MPI_Comm comm), comm)
UNEVEN(Allreduce,
       (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
        MPI_Comm comm),
       in, out, count, type, op, comm)
UNEVEN(Send,
       (const void *buffer, int count, MPI_Datatype type, int to, int tag,
        MPI_Comm comm),
       buffer, count, type, to, tag, comm)
UNEVEN(Recv,
       (void *buffer, int count, MPI_Datatype type, int from, int tag,
        MPI_Comm comm, MPI_Status *status),
       buffer, count, type, from, tag, comm, status)
UNEVEN(Waitall, (int count, MPI_Request *requests, MPI_Status *statuses), count,
       requests, statuses)
UNEVEN(Win_fence, (int assertion, MPI_Win win), assertion, win)
UNEVEN(Win_post, (MPI_Group group, int assertion, MPI_Win win), group,
       assertion, win)
UNEVEN(Win_start, (MPI_Group group, int assertion, MPI_Win win), group,
       assertion, win)
UNEVEN(Win_complete, (MPI_Win win), win)
UNEVEN(Win_wait, (MPI_Win win), win)
UNEVEN(Win_lock, (int type, int rank, int assertion, MPI_Win win), type, rank,
       assertion, win)
UNEVEN(Win_unlock, (int rank, MPI_Win win), rank, win)
UNEVEN(Win_lock_all, (int assertion, MPI_Win win), assertion, win)
UNEVEN(Win_unlock_all, (MPI_Win win), win)
UNEVEN(Win_flush, (int rank, MPI_Win win), rank, win)
UNEVEN(Win_flush_all, (MPI_Win win), win)
UNEVEN(Win_flush_local_all, (MPI_Win win), win)
