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

struct request *request_of(int strand, int number)
{
  int rank = rank_of(strand);
  for (int i = 0; i < count[rank]; i++)
    if (open[rank][i].number == number) return &open[rank][i];
  return NULL;
}

void emit_start(int number)
{
  emit(chance(70) ? "MPI_Start(&request[%d]);"
                  : "MPI_Startall(1, &request[%d]);",
       number);
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

static void end(int strand, int which)
{
  int rank = rank_of(strand);
  struct request r = open[rank][which];
  open[rank][which] = open[rank][--count[rank]];
  event(strand);
  emit(chance(50) ? "MPI_Wait(&request[%d], MPI_STATUS_IGNORE);"
                  : "test(&request[%d]);",
       r.number);
  request_over(&r, moment(strand));
}

void requests_of_window(int window)
{
  for (int rank = 0; rank < RANKS; rank++)
    for (int i = count[rank] - 1; i >= 0; i--)
      if (open[rank][i].op && open[rank][i].op->window == window) end(rank, i);
}

bool request_end(int strand)
{
  int rank = rank_of(strand), known[OPS], n = 0;
  for (int i = 0; i < count[rank]; i++)
    if (is_known(&open[rank][i], strand)) known[n++] = i;
  if (!n) return false;
  end(strand, known[draw(n)]);
  return true;
}
