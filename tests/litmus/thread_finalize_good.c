/* The main thread ends MPI when its servers are done with it, though they go
 * on; or while one waits in a session, which ends later.
 *
 * run: np=2 options="--check" args=told
 * run: np=2 options="--check" args=session
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>

static MPI_Comm comm = MPI_COMM_WORLD;
static sem_t received, ended;

static void *serve(void *unused)
{
  int order;
  MPI_Recv(&order, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
  sem_post(&received);
  sem_wait(&ended);
  return unused;
}

int main(int argc, char **argv)
{
  int rank, provided, order = 0, session = !strcmp(argv[1], "session");
  pthread_t server;
  MPI_Session own;
  MPI_Group group;
  sem_init(&received, 0, 0);
  sem_init(&ended, 0, 0);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (session) {
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &own);
    MPI_Group_from_session_pset(own, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "servers", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
  }
  MPI_Comm_rank(comm, &rank);
  pthread_create(&server, NULL, serve, NULL);
  if (session) MPI_Finalize();
  MPI_Send(&order, 1, MPI_INT, 1 - rank, 0, comm);
  sem_wait(&received);
  if (session) {
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&own);
  } else {
    MPI_Finalize();
  }
  sem_post(&ended);
  pthread_join(server, NULL);
}
