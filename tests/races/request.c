/* Requests: of operations, which end locally by a wait, of messages and of
 * collectives. */
#include "events.h"

enum { OF_ROUND = 4 };
static int numbers, count[RANKS];
static struct request open[RANKS][OPS];
static int of_loop, of_round; /* the first one of a loop; how many of a round */

static int first_of_round(void)
{
  return of_loop + OF_ROUND * loop_round();
}

int request_number(void)
{
  if (!requests_left(1)) fail("too many requests");
  return loop_round() < 0 ? numbers++ : first_of_round() + of_round++;
}

bool requests_left(int count)
{
  if (loop_round() < 0) return numbers + count <= OPS;
  return of_round + count <= OF_ROUND;
}

void requests_round(int rounds)
{
  of_round = 0;
  if (loop_round() > 0) return;
  of_loop = numbers;
  numbers += rounds * OF_ROUND;
  if (numbers > OPS) fail("too many requests");
}

void emit_request(int number)
{
  int round = loop_round();
  if (round < 0 || number < of_loop) /* of before, of all rounds */
    emit("request[%d]", number);
  else
    emit("request[%d + %d * round]", number - OF_ROUND * round, OF_ROUND);
}

void request_open(struct request r)
{
  int rank = rank_of(r.strand);
  r.begun = latest(r.strand);
  open[rank][count[rank]++] = r;
}

struct request *request_of(int strand, int number)
{
  int rank = rank_of(strand);
  for (int i = 0; i < count[rank]; i++)
    if (open[rank][i].number == number) return &open[rank][i];
  return NULL;
}

void emit_start(int number)
{
  emit(chance(70) ? "MPI_Start(&" : "MPI_Startall(1, &");
  emit_request(number);
  emit(");");
}

static bool is_of_round(const struct request *r)
{
  return r->number >= first_of_round();
}

static bool is_known(const struct request *r, int strand)
{
  if (r->blocked) return false;
  return r->strand == strand || comes_before(r->begun, latest(strand));
}

void request_over(const struct request *r, int at)
{
  edges(&r->after, at);
  if (r->op) operation_over_here(r->op, at);
  for (int i = 0; i < r->buffer_count; i++)
    add(&r->buffers[i]->ends, at);
}

static struct request taken(int rank, int which)
{
  struct request r = open[rank][which];
  open[rank][which] = open[rank][--count[rank]];
  return r;
}

static void end(int strand, int which)
{
  struct request r = taken(rank_of(strand), which);
  event(strand);
  bool waits = chance(50);
  emit(waits ? "MPI_Wait(&" : "test(&");
  emit_request(r.number);
  emit(waits ? ", MPI_STATUS_IGNORE);" : ");");
  request_over(&r, moment(strand));
}

/* By MPI_Waitall and all the others, the one that was begun later first. */
static void end_both(int strand, int which, int later)
{
  struct request q = taken(rank_of(strand), later);
  struct request r = taken(rank_of(strand), which);
  event(strand);
  emit("both(&");
  emit_request(r.number);
  emit(", &");
  emit_request(q.number);
  emit(", %d);", draw(6));
  int m = moment(strand);
  request_over(&r, m);
  request_over(&q, m);
}

void request_finish(int strand, int number)
{
  int rank = rank_of(strand);
  end(rank, (int)(request_of(strand, number) - open[rank]));
}

bool any_request_before(int window)
{
  for (int rank = 0; rank < ranks; rank++)
    for (int i = 0; i < count[rank]; i++)
      if (open[rank][i].number < of_loop && open[rank][i].op &&
          open[rank][i].op->window == window)
        return true;
  return false;
}

void requests_of_window(int window)
{
  for (int rank = 0; rank < ranks; rank++)
    for (int i = count[rank] - 1; i >= 0; i--)
      if (open[rank][i].op && open[rank][i].op->window == window) end(rank, i);
}

/* All, or those of this round only. */
static bool end_some(int strand, bool of_this)
{
  int rank = rank_of(strand), known[OPS], n = 0;
  for (int i = 0; i < count[rank]; i++)
    if (is_known(&open[rank][i], strand) &&
        (!of_this || is_of_round(&open[rank][i])))
      known[n++] = i;
  if (!n) return false;
  int which = draw(n);
  if (which + 1 < n && chance(30))
    end_both(strand, known[which], known[which + 1]);
  else
    end(strand, known[which]);
  return true;
}

bool request_end(int strand)
{
  return end_some(strand, false);
}

bool request_end_of_round(int strand)
{
  return end_some(strand, true);
}
