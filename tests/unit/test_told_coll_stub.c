/* The exact sequence of what observers are told of collectives, on the stub
 * engine. */
#include "../../sim/coll/select.h"
#include "../stub/told.h"

/* --- collectives; a line of their own when they all are where they are --- */

static void rooted_body(void)
{
  int x[3] = {0}, y[3];
  static const int counts[] = {1, 0, 2}, places[] = {0, 1, 1};
  record();
  at(0);
  MPI_Bcast(x, 3, MPI_INT, 1, MPI_COMM_WORLD);
  at(100);
  MPI_Bcast(x, 0, MPI_INT, 1, MPI_COMM_WORLD);
  at(200);
  MPI_Gatherv(x, counts[me()], MPI_INT, y, counts, places, MPI_INT, 0,
              MPI_COMM_WORLD);
  at(300);
  MPI_Scatterv(x, counts, places, MPI_INT, me() ? y : MPI_IN_PLACE,
               counts[me()], MPI_INT, 0, MPI_COMM_WORLD);
  at(400);
  MPI_Reduce(x, y, 2, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
}

static void test_rooted(void **state)
{
  (void)state;
  TELLS(3, rooted_body,
        "0 writes buffer(12)\n"
        "1 release A 1/2\n"
        "1 reads buffer(12)\n"
        "2 writes buffer(12)\n"
        "0 acquire A\n"
        "2 acquire A\n"
        "0 reads sendbuf(4)\n"
        "0 writes recvbuf(4)\n"
        "0 writes recvbuf(8)\n"
        "0 reads array of counts(12)\n"
        "0 reads array of displacements(12)\n"
        "2 reads sendbuf(8)\n"
        "2 release B 1/1\n"
        "0 acquire B\n"
        "2 writes recvbuf(8)\n"
        "0 release C 1/1\n"
        "0 reads sendbuf(8)\n"
        "0 reads array of counts(12)\n"
        "0 reads array of displacements(12)\n"
        "2 acquire C\n"
        "1 reads sendbuf(8)\n"
        "1 release D 2/1\n"
        "0 reads sendbuf(8)\n"
        "0 release D 2/1\n"
        "2 reads sendbuf(8)\n"
        "2 writes recvbuf(8)\n"
        "2 acquire D\n");
}

static void all_body(void)
{
  int x[3] = {0}, y[3];
  static const int counts[] = {1, 0, 2};
  MPI_Request r;
  MPI_Comm comm;
  record();
  at(0);
  MPI_Ibarrier(MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  at(100);
  MPI_Allreduce(MPI_IN_PLACE, x, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  at(200);
  MPI_Reduce_scatter(x, y, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  at(300);
  MPI_Alltoall(x, 1, MPI_INT, y, 1, MPI_INT, MPI_COMM_WORLD);
  at(400);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, x, counts, (const int[]){0, 1, 1},
                 MPI_INT, MPI_COMM_WORLD);
  at(500);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* tells nothing */
  MPI_Comm_free(&comm);
  at(600);
  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
  unrecord();
  MPI_Comm_free(&comm);
}

static void test_all(void **state)
{
  (void)state;
  TELLS(3, all_body,
        "0 release A 3/3\n"
        "1 release A 3/3\n"
        "2 release A 3/3\n"
        "0 acquire A\n"
        "0 ends 1\n"
        "1 acquire A\n"
        "1 ends 2\n"
        "2 acquire A\n"
        "2 ends 3\n"
        "0 release B 3/3\n"
        "0 writes recvbuf(8)\n"
        "1 release B 3/3\n"
        "1 writes recvbuf(8)\n"
        "2 release B 3/3\n"
        "2 writes recvbuf(8)\n"
        "1 acquire B\n"
        "2 acquire B\n"
        "0 acquire B\n"
        "1 release C 3/2\n"
        "1 reads sendbuf(12)\n"
        "1 reads array of counts(12)\n"
        "2 release C 3/2\n"
        "2 reads sendbuf(12)\n"
        "2 writes recvbuf(8)\n"
        "2 reads array of counts(12)\n"
        "0 release C 3/2\n"
        "0 reads sendbuf(12)\n"
        "0 writes recvbuf(4)\n"
        "0 reads array of counts(12)\n"
        "2 acquire C\n"
        "0 acquire C\n"
        "1 release D 3/3\n"
        "1 reads sendbuf(12)\n"
        "1 writes recvbuf(12)\n"
        "2 release D 3/3\n"
        "2 reads sendbuf(12)\n"
        "2 writes recvbuf(12)\n"
        "0 release D 3/3\n"
        "0 reads sendbuf(12)\n"
        "0 writes recvbuf(12)\n"
        "0 acquire D\n"
        "1 acquire D\n"
        "2 acquire D\n"
        "0 release E 2/3\n"
        "0 reads recvbuf(4)\n"
        "0 writes recvbuf(8)\n"
        "0 reads array of counts(12)\n"
        "0 reads array of displacements(12)\n"
        "1 writes recvbuf(4)\n"
        "1 writes recvbuf(8)\n"
        "1 reads array of counts(12)\n"
        "1 reads array of displacements(12)\n"
        "2 release E 2/3\n"
        "2 reads recvbuf(8)\n"
        "2 writes recvbuf(4)\n"
        "2 reads array of counts(12)\n"
        "2 reads array of displacements(12)\n"
        "2 acquire E\n"
        "1 acquire E\n"
        "0 acquire E\n"
        "2 release F 3/3\n"
        "1 release F 3/3\n"
        "0 release F 3/3\n"
        "2 acquire F\n"
        "1 acquire F\n"
        "0 acquire F\n");
}

/* Each comes after those before it. */
static void prefix_body(void)
{
  int x = 1, y;
  record();
  at(0);
  MPI_Scan(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  at(100);
  MPI_Exscan(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void test_prefix(void **state)
{
  (void)state;
  TELLS(5, prefix_body,
        "0 release A 1/1\n"
        "0 release B 2/2\n"
        "0 release C 4/2\n"
        "0 reads sendbuf(4)\n"
        "0 writes recvbuf(4)\n"
        "0 acquire A\n"
        "1 release B 2/2\n"
        "1 release C 4/2\n"
        "1 reads sendbuf(4)\n"
        "1 writes recvbuf(4)\n"
        "2 release D 1/1\n"
        "2 release C 4/2\n"
        "2 reads sendbuf(4)\n"
        "2 writes recvbuf(4)\n"
        "3 release C 4/2\n"
        "3 reads sendbuf(4)\n"
        "3 writes recvbuf(4)\n"
        "4 release E 1/1\n"
        "4 reads sendbuf(4)\n"
        "4 writes recvbuf(4)\n"
        "1 acquire B\n"
        "2 acquire D\n"
        "2 acquire B\n"
        "3 acquire C\n"
        "4 acquire E\n"
        "4 acquire C\n"
        "0 release F 1/1\n"
        "0 release G 2/2\n"
        "0 release H 4/1\n"
        "0 reads sendbuf(4)\n"
        "1 release G 2/2\n"
        "1 release H 4/1\n"
        "1 reads sendbuf(4)\n"
        "1 writes recvbuf(4)\n"
        "2 release I 1/1\n"
        "2 release H 4/1\n"
        "2 reads sendbuf(4)\n"
        "2 writes recvbuf(4)\n"
        "3 release H 4/1\n"
        "3 reads sendbuf(4)\n"
        "3 writes recvbuf(4)\n"
        "4 reads sendbuf(4)\n"
        "4 writes recvbuf(4)\n"
        "1 acquire F\n"
        "2 acquire G\n"
        "3 acquire I\n"
        "3 acquire G\n"
        "4 acquire H\n");
}

/* Ranks 0 and 1 exchange, rank 2 gets of rank 0; a line without ends. */
static void pairs_body(void)
{
  static const int to[3][3] = {{1, 2, 3}, {1, 0, 0}, {0, 0, 0}};
  int sends[3], receives[3], places[3] = {0, 3, 6}, x[9] = {0}, y[9];
  int three = 3, no = 0;
  MPI_Comm line;
  for (int i = 0; i < 3; i++) {
    sends[i] = to[me()][i];
    receives[i] = to[i][me()];
  }
  MPI_Cart_create(MPI_COMM_WORLD, 1, &three, &no, 0, &line);
  record();
  at(0);
  MPI_Alltoallv(x, sends, places, MPI_INT, y, receives, places, MPI_INT,
                MPI_COMM_WORLD);
  at(100);
  MPI_Neighbor_allgather(x, 1, MPI_INT, y, 1, MPI_INT, line);
  unrecord();
  MPI_Comm_free(&line);
}

static void test_pairs(void **state)
{
  (void)state;
  TELLS(3, pairs_body,
        "0 release A 1/2\n"
        "0 reads sendbuf(4)\n"
        "0 reads sendbuf(8)\n"
        "0 reads sendbuf(12)\n"
        "0 writes recvbuf(4)\n"
        "0 writes recvbuf(4)\n"
        "0 reads array of counts(12)\n"
        "0 reads array of displacements(12)\n"
        "0 reads array of counts(12)\n"
        "0 reads array of displacements(12)\n"
        "1 release B 1/1\n"
        "1 reads sendbuf(4)\n"
        "1 writes recvbuf(8)\n"
        "1 reads array of counts(12)\n"
        "1 reads array of displacements(12)\n"
        "1 reads array of counts(12)\n"
        "1 reads array of displacements(12)\n"
        "2 writes recvbuf(12)\n"
        "2 reads array of counts(12)\n"
        "2 reads array of counts(12)\n"
        "2 reads array of displacements(12)\n"
        "0 acquire B\n"
        "1 acquire A\n"
        "2 acquire A\n"
        "0 release C 1/1\n"
        "0 reads sendbuf(4)\n"
        "0 writes recvbuf(4)\n"
        "1 release D 1/2\n"
        "1 reads sendbuf(4)\n"
        "1 writes recvbuf(4)\n"
        "1 writes recvbuf(4)\n"
        "2 release E 1/1\n"
        "2 reads sendbuf(4)\n"
        "2 writes recvbuf(4)\n"
        "0 acquire D\n"
        "1 acquire C\n"
        "1 acquire E\n"
        "2 acquire D\n");
}

/* Ranks 0 and 1 on one side, rank 2 on the other. */
static void inter_body(void)
{
  int x = 1, y[2];
  MPI_Comm side, inter;
  MPI_Comm_split(MPI_COMM_WORLD, me() / 2, 0, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, me() < 2 ? 2 : 0, 0, &inter);
  record();
  at(0);
  MPI_Barrier(inter);
  at(100);
  MPI_Bcast(&x, 1, MPI_INT,
            me() == 2 ? 1
            : me()    ? MPI_ROOT
                      : MPI_PROC_NULL,
            inter);
  at(200);
  MPI_Gather(&x, 1, MPI_INT, y, 1, MPI_INT, me() < 2 ? 0 : MPI_ROOT, inter);
  at(300);
  MPI_Reduce(&x, y, 1, MPI_INT, MPI_SUM, me() < 2 ? 0 : MPI_ROOT, inter);
  unrecord();
  MPI_Comm_free(&inter);
  MPI_Comm_free(&side);
}

static void test_inter(void **state)
{
  (void)state;
  TELLS(3, inter_body,
        "2 release A 1/2\n"
        "0 release B 2/1\n"
        "1 release B 2/1\n"
        "0 acquire A\n"
        "2 acquire B\n"
        "1 acquire A\n"
        "2 writes buffer(4)\n"
        "1 release C 1/1\n"
        "1 reads buffer(4)\n"
        "2 acquire C\n"
        "0 reads sendbuf(4)\n"
        "0 release D 1/1\n"
        "1 reads sendbuf(4)\n"
        "1 release E 1/1\n"
        "2 writes recvbuf(8)\n"
        "2 acquire D\n"
        "2 acquire E\n"
        "0 reads sendbuf(4)\n"
        "0 release F 2/1\n"
        "1 reads sendbuf(4)\n"
        "1 release F 2/1\n"
        "2 writes recvbuf(4)\n"
        "2 acquire F\n");
}

/* --- what is told does not depend on the algorithm --- */

static void every_body(void)
{
  enum { N = 8 };
  int x[N] = {0}, y[N];
  record();
  MPI_Bcast(x, N, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Gather(x, 1, MPI_INT, y, 1, MPI_INT, 2, MPI_COMM_WORLD);
  MPI_Scatter(x, 1, MPI_INT, y, 1, MPI_INT, 2, MPI_COMM_WORLD);
  MPI_Reduce(x, y, N, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD);
  MPI_Allreduce(x, y, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allgather(x, 1, MPI_INT, y, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoall(x, 1, MPI_INT, y, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Reduce_scatter_block(x, y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
}

static bool is_carrier(const char *word)
{
  size_t length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return length > 0 && word[length] == 0;
}

/* The lines by rank, and the carriers' names in the order of that. */
static char *by_rank(int ranks)
{
  static char sorted[sizeof recorded], names[RECORDED_CARRIERS][8];
  int count = 0;
  char *end = sorted, *rest, copy[sizeof recorded];
  for (int r = 0; r < ranks; r++) {
    strcpy(copy, recorded);
    for (char *l = strtok_r(copy, "\n", &rest); l;
         l = strtok_r(NULL, "\n", &rest)) {
      if (atoi(l) != r) continue;
      char *words;
      for (char *w = strtok_r(l, " ", &words); w;
           w = strtok_r(NULL, " ", &words)) {
        int i = 0;
        while (is_carrier(w) && i < count && strcmp(names[i], w) != 0)
          i++;
        if (is_carrier(w) && i == count)
          snprintf(names[count++], sizeof names[0], "%s", w);
        end += is_carrier(w) ? sprintf(end, "%d ", i) : sprintf(end, "%s ", w);
      }
      end += sprintf(end, "\n");
    }
  }
  return sorted;
}

static void test_algorithms(void **state)
{
  static const char *const named[] = {
      "allgather=ring",          "allreduce=ring",
      "alltoall=pairwise",       "barrier=tree",
      "bcast=scatter-allgather", "gather=linear",
      "reduce=rabenseifner",     "reduce_scatter=pairwise",
      "scatter=linear",          "model"};
  char why[512], *first;
  (void)state;
  run(5, "protocol=rdma", every_body);
  first = strdup(by_rank(5));
  assert_true(strlen(first) > 1000);
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
    if (select_named(named[i], why, sizeof why)) fail_msg("%s", why);
    run(5, "protocol=rdma", every_body);
    assert_string_equal(by_rank(5), first);
  }
  free(first);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rooted), cmocka_unit_test(test_all),
      cmocka_unit_test(test_prefix), cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_inter),  cmocka_unit_test(test_algorithms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
