/* Collectives that carry no data of the program: the barrier, and Oriel's own
 * exchanges. Invariant: when they return, every member has entered. */
#include "barrier.h"

#include "../../model/pool.h"
#include "algorithm.h"
#include "told.h"

struct exchange {
  struct schedule schedule; /* first: stages find it */
  MPI_Count bytes;          /* of each rank */
};

/* Schedules of barriers are not on the stacks of their ranks: events advance
 * them, and each stack that an event looks at is a page of its own. */
static struct pool barriers = {.size = sizeof(struct schedule)};
static struct pool exchanges = {.size = sizeof(struct exchange)};

/* The ranks a distance less than their number further on, and before. */
static int ahead(const struct schedule *s, int distance)
{
  int left = s->size - s->rank;
  return distance < left ? s->rank + distance : distance - left;
}

static int behind(const struct schedule *s, int distance)
{
  return ahead(s, s->size - distance);
}

/* Dissemination (Hensgen, Finkel, Manber 1988): in round k a message to the
 * rank 2^k further on, and one from 2^k before. */
static bool barrier_round(struct schedule *s)
{
  long distance = 1L << s->round;
  if (distance >= s->size) return false;
  schedule_recv(s, behind(s, (int)distance), NULL, 0, NULL);
  schedule_send(s, ahead(s, (int)distance), NULL, 0, NULL);
  return true;
}

/* A binomial tree: rank v hears of those in [v, v + span). */
bool barrier_up_round(struct schedule *s)
{
  int span = coll_span(s->rank, s->size);
  for (int d = 1; s->round == 0 && d < span; d *= 2)
    if (s->rank + d < s->size) schedule_recv(s, s->rank + d, NULL, 0, NULL);
  if (s->round == 1 && s->rank) schedule_send(s, s->rank - span, NULL, 0, NULL);
  return s->round < 2;
}

bool barrier_down_round(struct schedule *s)
{
  int span = coll_span(s->rank, s->size);
  if (s->round == 0 && s->rank) schedule_recv(s, s->rank - span, NULL, 0, NULL);
  for (int d = span / 2; s->round == 1 && d > 0; d /= 2)
    if (s->rank + d < s->size) schedule_send(s, s->rank + d, NULL, 0, NULL);
  return s->round < 2;
}

/* Under --coll=model all rounds are one. */
static bool together_round(struct schedule *s)
{
  if (s->round > 0) return false;
  schedule_together(s, 0, true);
  return true;
}

stage_round *const *barrier_stages(void)
{
  static stage_round *const exact[] = {barrier_round, NULL};
  static stage_round *const model[] = {together_round, NULL};
  return select_model ? model : exact;
}

static stage_round *const *chosen_stages(int size)
{
  static stage_round *const tree[] = {barrier_up_round, barrier_down_round,
                                      NULL};
  bool up_down = select_algorithm(FAMILY_BARRIER, 0, size, 0) == ALGORITHM_TREE;
  return up_down ? tree : barrier_stages();
}

void choose_barrier(struct coll *c)
{
  c->schedule.stages = chosen_stages(c->schedule.size);
}

/* The messages of Bruck's allgather (1997): in round k, the blocks gathered
 * so far go to the rank 2^k before. */
static bool exchange_round(struct schedule *s)
{
  if (1L << s->round >= s->size) return false;
  int distance = 1 << s->round;
  int blocks = s->size - distance < distance ? s->size - distance : distance;
  MPI_Count bytes = blocks * ((struct exchange *)s)->bytes;
  schedule_recv(s, ahead(s, distance), NULL, bytes, NULL);
  schedule_send(s, behind(s, distance), NULL, bytes, NULL);
  return true;
}

static bool exchange_together_round(struct schedule *s)
{
  if (s->round > 0) return false;
  schedule_together(s, ((struct exchange *)s)->bytes, false);
  return true;
}

static struct schedule *barrier_new(struct comm_view *view,
                                    enum collective kind)
{
  struct schedule *s = pool_take(&barriers);
  schedule_init(s, view, kind, chosen_stages(group_size(view->comm->group)));
  coll_told_arguments(s, NULL);
  return s;
}

static void barrier(struct comm_view *view, enum collective kind)
{
  struct schedule *s = barrier_new(view, kind);
  schedule_run(s);
  pool_give(&barriers, s);
}

void coll_barrier(struct comm_view *view)
{
  barrier(view, COLL_BARRIER);
}

void coll_finalize(struct comm_view *world)
{
  barrier(world, COLL_FINALIZE);
}

struct schedule *coll_fence_begin(struct comm_view *view, struct counter *c)
{
  struct schedule *s = barrier_new(view, COLL_FENCE);
  schedule_begin(s, c);
  return s;
}

void coll_fence_end(struct schedule *s)
{
  schedule_end(s);
  pool_give(&barriers, s);
}

void coll_exchange(struct comm_view *view, size_t bytes, int needed)
{
  static stage_round *const exact[] = {exchange_round, NULL};
  static stage_round *const model[] = {exchange_together_round, NULL};
  struct exchange *e = pool_take(&exchanges);
  schedule_init(&e->schedule, view, COLL_EXCHANGE,
                select_model ? model : exact);
  e->bytes = bytes;
  coll_told_arguments(&e->schedule, NULL);
  coll_told_enter(view, e->schedule.number, needed);
  schedule_run(&e->schedule);
  coll_told_leave(view, e->schedule.number, needed);
  pool_give(&exchanges, e);
}

void coll_pass(struct comm_view *view)
{
  static stage_round *const none[] = {NULL};
  struct schedule s;
  schedule_init(&s, view, COLL_EXCHANGE, none);
  coll_told_arguments(&s, NULL);
}
