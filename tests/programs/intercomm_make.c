/* Intercommunicators: made, asked, compared, duplicated, split, taken apart
 * and merged.
 *
 * run: np=2
 * run: np=5 twice=1
 * run: np=8
 * run: np=64
 * stdout: ok
 */
#include "intercomm.h"

static void questions(const struct pair *p)
{
  int flag, size, result, first = 0;
  MPI_Group group;
  MPI_Comm_test_inter(p->inter, &flag);
  CHECK(flag);
  MPI_Comm_test_inter(p->local, &flag);
  CHECK(!flag);
  MPI_Comm_compare(p->inter, p->inter, &result);
  SAME(result, MPI_IDENT);
  MPI_Comm_compare(p->inter, p->local, &result);
  SAME(result, MPI_UNEQUAL);
  MPI_Comm_group(p->inter, &group);
  MPI_Group_size(group, &size);
  SAME(size, p->size);
  MPI_Group_free(&group);
  MPI_Comm_remote_group(p->inter, &group);
  MPI_Group_size(group, &size);
  SAME(size, p->remote);
  MPI_Group world;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_translate_ranks(group, 1, &first, world, &size);
  CHECK(size != world_rank());
  MPI_Group_free(&world);
  MPI_Group_free(&group);
  MPI_Topo_test(p->inter, &result);
  SAME(result, MPI_UNDEFINED);
}

/* Ranks of an intercommunicator find each other. */
static void meets(MPI_Comm inter, int expected_size, int expected_remote)
{
  int size, remote, rank, sum = -1, one = 1;
  MPI_Comm_size(inter, &size);
  MPI_Comm_remote_size(inter, &remote);
  MPI_Comm_rank(inter, &rank);
  SAME(size, expected_size);
  SAME(remote, expected_remote);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, inter);
  SAME(sum, remote);
  int token = -1;
  MPI_Status status;
  if (rank == 0) {
    MPI_Sendrecv(&one, 1, MPI_INT, 0, 3, &token, 1, MPI_INT, MPI_ANY_SOURCE, 3,
                 inter, &status);
    SAME(token, 1);
    SAME(status.MPI_SOURCE, 0);
  }
}

static void copies(const struct pair *p)
{
  int result;
  MPI_Comm copy, later;
  MPI_Request request;
  MPI_Comm_dup(p->inter, &copy);
  MPI_Comm_compare(copy, p->inter, &result);
  SAME(result, MPI_CONGRUENT);
  meets(copy, p->size, p->remote);
  MPI_Comm_idup(copy, &later, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&copy);
  meets(later, p->size, p->remote);
  MPI_Comm_free(&later);
}

/* By the parity of the rank; then rank 0 of side 1 is alone. */
static void splits(const struct pair *p)
{
  MPI_Comm part;
  int mine = p->rank % 2;
  MPI_Comm_split(p->inter, mine, -p->rank, &part);
  int there = mine ? p->remote / 2 : (p->remote + 1) / 2;
  if (there == 0) {
    CHECK(part == MPI_COMM_NULL);
  } else {
    meets(part, mine ? p->size / 2 : (p->size + 1) / 2, there);
    int rank, last = ((mine ? p->size / 2 : (p->size + 1) / 2) - 1);
    MPI_Comm_rank(part, &rank);
    SAME(rank, last - p->rank / 2);
    MPI_Comm_free(&part);
  }
  int alone = p->side == 1 && p->rank == 0;
  MPI_Comm_split(p->inter, alone ? 5 : p->side ? MPI_UNDEFINED : 4, 0, &part);
  CHECK(part == MPI_COMM_NULL);
}

/* The first of each side, and the last of side 1. */
static void creates(const struct pair *p)
{
  int ranks[] = {0, p->size - 1};
  int n = p->side && p->size > 1 ? 2 : 1;
  int last = p->side ? p->rank == p->size - 1 : 0;
  MPI_Group all, some;
  MPI_Comm made;
  MPI_Comm_group(p->inter, &all);
  MPI_Group_incl(all, n, ranks, &some);
  MPI_Comm_create(p->inter, some, &made);
  CHECK((made != MPI_COMM_NULL) == (p->rank == 0 || last));
  if (made != MPI_COMM_NULL) {
    int there = p->side ? 1 : (p->remote > 1 ? 2 : 1);
    meets(made, n, there);
    MPI_Comm_free(&made);
  }
  MPI_Group_free(&some);
  MPI_Comm_create(p->inter, p->side ? MPI_GROUP_EMPTY : all, &made);
  CHECK(made == MPI_COMM_NULL);
  MPI_Group_free(&all);
}

static void merges(const struct pair *p)
{
  MPI_Comm all;
  int rank, size, result, flag;
  for (int high = 0; high < 2; high++) {
    MPI_Intercomm_merge(p->inter, p->side == high, &all);
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &size);
    SAME(size, p->size + p->remote);
    SAME(rank, p->rank + (p->side == high ? p->remote : 0));
    MPI_Comm_test_inter(all, &flag);
    CHECK(!flag);
    MPI_Comm_compare(all, MPI_COMM_WORLD, &result);
    CHECK(result == MPI_SIMILAR || result == MPI_CONGRUENT);
    MPI_Comm_free(&all);
  }
  MPI_Intercomm_merge(p->inter, 1, &all); /* any order */
  MPI_Comm_size(all, &size);
  SAME(size, p->size + p->remote);
  MPI_Comm_free(&all);
}

/* The peer communicator may be an intercommunicator itself. */
static void through_inter(const struct pair *p)
{
  MPI_Comm again;
  int result;
  MPI_Intercomm_create(p->local, p->size - 1, p->inter, p->remote - 1, 9,
                       &again);
  MPI_Comm_compare(again, p->inter, &result);
  SAME(result, MPI_CONGRUENT);
  meets(again, p->size, p->remote);
  MPI_Comm_free(&again);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  for (int parity = 0; parity < 2; parity++) {
    struct pair p = pair_make(parity);
    questions(&p);
    meets(p.inter, p.size, p.remote);
    copies(&p);
    splits(&p);
    creates(&p);
    merges(&p);
    through_inter(&p);
    pair_free(&p);
  }
  int failed = report();
  MPI_Finalize();
  return failed;
}
