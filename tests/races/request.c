/* Requests: of operations, which end locally by a wait, of messages and of
 * collectives. */
#include "events.h"

static int numbers, count[RANKS];
static struct request open[RANKS][OPS];

int request_number(void)
{
  if (numbers == OPS) fail("too many requests");
  return numbers++;
}

void request_open(struct request r)
{
  int rank = rank_of(r.strand);
  r.begun = latest(r.strand);
  open[rank][count[rank]++] = r;
}

static bool is_known(const struct request *r, int strand)
{
  return r->strand == strand || comes_before(r->begun, latest(strand));
}

void request_over(const struct request *r, int at)
{
  edges(&r->after, at);
  if (r->op) operation_over_here(r->op, at);
  for (int i = 0; i < r->buffer_count; i++)
    add(&r->buffers[i]->ends, at);
}

bool request_end(int strand)
{
  int rank = rank_of(strand), known[OPS], n = 0;
  for (int i = 0; i < count[rank]; i++)
    if (is_known(&open[rank][i], strand)) known[n++] = i;
  if (!n) return false;
  int which = known[draw(n)];
  struct request r = open[rank][which];
  open[rank][which] = open[rank][--count[rank]];
  event(strand);
  emit(chance(50) ? "MPI_Wait(&request[%d], MPI_STATUS_IGNORE);"
                  : "test(&request[%d]);",
       r.number);
  request_over(&r, moment(strand));
  return true;
}
