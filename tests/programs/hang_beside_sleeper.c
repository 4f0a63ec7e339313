/* A rank has ended while its thread slept. That another waits in vain is told
 * all the same.
 *
 * run: np=2 exit=122
 * stderr:   rank 1 at hang_beside_sleeper.c:42: MPI_Test finds nothing
 */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static void *sleeps(void *unused)
{
  for (;;)
    usleep(100000);
  return unused;
}

static MPI_Comm alone(void)
{
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://SELF", &group);
  MPI_Comm_create_from_group(group, "alone", MPI_INFO_NULL,
                             MPI_ERRORS_ARE_FATAL, &comm);
  return comm;
}

int main(int argc, char **argv)
{
  int rank, level, value, there = 0;
  pthread_t thread;
  MPI_Request request;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Finalize();
  if (rank == 0) pthread_create(&thread, NULL, sleeps, NULL);
  if (rank == 0) return usleep(150000), 0;
  MPI_Irecv(&value, 1, MPI_INT, 0, 0, alone(), &request);
  while (!there)
    MPI_Test(&request, &there, MPI_STATUS_IGNORE);
  return 0;
}
