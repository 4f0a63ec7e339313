/* Whom a buffered message waits for is told as the rank that the sender gave,
 * of its communicator, though that may be freed by then.
 *
 * run: np=3 exit=122
 * stderr: rank 1 at deadlock_buffered.c:29: MPI_Buffer_detach waits for 1 buffered message to leave, which is to rank 2 (rank 0 of MPI_COMM_WORLD) with tag 5 in communicator "mirror"
 * run: np=3 args="own" exit=122
 * stderr: rank 1 at deadlock_buffered.c:27: MPI_Comm_detach_buffer waits for 1 buffered message to leave, which is to rank 2 (rank 0 of MPI_COMM_WORLD) with tag 5 in communicator "mirror"
 */
#include <mpi.h>

enum { LARGE = 200000 };
static char large[LARGE], room[2 * LARGE];

int main(int argc, char **argv)
{
  int rank, size;
  void *buffer;
  MPI_Comm mirror, own = MPI_COMM_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &mirror);
  MPI_Comm_set_name(mirror, "mirror");
  if (argc > 1) own = mirror;
  if (own != MPI_COMM_NULL) MPI_Comm_attach_buffer(own, room, sizeof room);
  if (own == MPI_COMM_NULL) MPI_Buffer_attach(room, sizeof room);
  MPI_Bsend(large, LARGE, MPI_CHAR, (rank + 1) % 3, 5, mirror);
  if (own != MPI_COMM_NULL) MPI_Comm_detach_buffer(own, &buffer, &size);
  MPI_Comm_free(&mirror);
  MPI_Buffer_detach(&buffer, &size);
  MPI_Finalize();
  return 0;
}
