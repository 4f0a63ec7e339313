/* Duplicates: apart from the original, with its attributes, hints on request;
 * MPI_Comm_idup completes when all have called it; a communicator may be freed
 * while its messages are under way.
 *
 * run: np=4
 * stdout: ok
 */
#include "check.h"

static int copied;

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out,
                int *flag)
{
  (void)comm, (void)keyval;
  copied++;
  *(void **)out = (char *)in + *(int *)extra;
  *flag = 1;
  return MPI_SUCCESS;
}

static void attributes_follow(void)
{
  int own, plain, gone, flag, step = 100;
  char base[200], *value;
  MPI_Comm dup, second;
  MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &own, &step);
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &plain,
                         NULL);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &gone,
                         NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, own, base);
  MPI_Comm_set_attr(MPI_COMM_WORLD, plain, base + 7);
  MPI_Comm_set_attr(MPI_COMM_WORLD, gone, base);
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  SAME(copied, 1);
  MPI_Comm_get_attr(dup, own, &value, &flag);
  CHECK(flag && value == base + 100);
  MPI_Comm_get_attr(dup, plain, &value, &flag);
  CHECK(flag && value == base + 7);
  MPI_Comm_get_attr(dup, gone, &value, &flag);
  CHECK(!flag);
  MPI_Comm_split(dup, 0, 0, &second); /* takes none along */
  MPI_Comm_get_attr(second, plain, &value, &flag);
  CHECK(!flag);
  MPI_Comm_free(&second);
  MPI_Comm_free(&dup);
  MPI_Comm_free_keyval(&own);
  MPI_Comm_free_keyval(&plain);
  MPI_Comm_free_keyval(&gone);
}

static void messages_are_apart(void)
{
  int me = world_rank(), next = (me + 1) % 4, before = (me + 3) % 4;
  int one = 10 + me, two = 20 + me, a = 0, b = 0;
  MPI_Request requests[2];
  MPI_Comm dup;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, dup, &requests[0]);
  MPI_Irecv(&b, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
            &requests[1]);
  MPI_Send(&one, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
  MPI_Send(&two, 1, MPI_INT, next, 3, dup);
  MPI_Comm_free(&dup); /* with a receive that is not complete */
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  SAME(a, 20 + before);
  SAME(b, 10 + before);
}

static void nonblocking(void)
{
  MPI_Comm first, second;
  MPI_Request requests[2];
  int me = world_rank(), sum;
  MPI_Comm_idup(MPI_COMM_WORLD, &first, &requests[0]);
  MPI_Comm_idup(MPI_COMM_WORLD, &second, &requests[1]);
  MPI_Barrier(MPI_COMM_WORLD); /* another collective meanwhile */
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, second);
  SAME(sum, 6);
  MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_MAX, first);
  SAME(sum, 3);
  MPI_Comm_free(&first);
  MPI_Comm_free(&second);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  attributes_follow();
  messages_are_apart();
  nonblocking();
  int failed = report();
  MPI_Finalize();
  return failed;
}
