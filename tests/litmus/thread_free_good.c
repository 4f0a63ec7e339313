/* The objects are freed by who knows that another thread has used them: it has
 * got the mutex after that.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static MPI_Comm comm;
static MPI_Group group;
static MPI_Datatype type;
static MPI_Op op;
static MPI_Info info;
static MPI_Request request;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t over = PTHREAD_COND_INITIALIZER;
static int done;

static void *use(void *unused)
{
  int n, flag;
  MPI_Comm_size(comm, &n);
  MPI_Group_size(group, &n);
  MPI_Type_size(type, &n);
  MPI_Op_commutative(op, &flag);
  MPI_Info_get_nkeys(info, &n);
  MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_cond_signal(&over);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void sum(void *in, void *inout, int *n, MPI_Datatype *t)
{
  (void)t;
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] += ((int *)in)[i];
}

static void make(void)
{
  static int word;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_group(comm, &group);
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Op_create(sum, 1, &op);
  MPI_Info_create(&info);
  MPI_Recv_init(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
}

int main(int argc, char **argv)
{
  pthread_t user;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  make();
  pthread_create(&user, NULL, use, NULL);
  pthread_mutex_lock(&mutex);
  while (!done)
    pthread_cond_wait(&over, &mutex);
  pthread_mutex_unlock(&mutex);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Type_free(&type);
  MPI_Op_free(&op);
  MPI_Info_free(&info);
  MPI_Request_free(&request);
  pthread_join(user, NULL);
  MPI_Finalize();
}
