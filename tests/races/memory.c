/* Whose memory is what, and loads and stores of it. */
#include "events.h"

struct part parts[WINDOWS][RANKS];

int cell_count(void)
{
  return kind->types ? 7 : 4;
}

int buffer_count(void)
{
  return kind->types ? 12 : 5;
}

/* How often the memory has become another. */
static int generations[RANKS];

int memory_space(int rank)
{
  return 2 * (rank + ranks * generations[rank]);
}

void memory_renewed(int rank)
{
  generations[rank]++;
  parts[0][rank].space = memory_space(rank);
}

int owner_of(int space)
{
  return space / 2 % ranks;
}

/* memory_space(), or that + 1: its buffer. Of two windows each has a cell that
 * the other has not; the second is, where all can load and store, that of
 * another rank. */
void memory_begin(void)
{
  for (int r = 0; r < ranks; r++) {
    int owner = kind->shared ? (r + 1) % ranks : r;
    parts[0][r] = (struct part){2 * r, 0, cell_count() - kind->windows + 1};
    parts[1][r] = (struct part){2 * owner, 1, cell_count() - 1};
  }
}

bool is_buffer(struct place p)
{
  return p.space % 2;
}

static struct place draw_place(int rank, int count, const struct layout *as,
                               int percent_buffer)
{
  int span = layout_span(as, count);
  if (chance(percent_buffer))
    return (struct place){2 * rank + 1, draw(buffer_count() - span + 1), count,
                          as};
  if (kind->shared) rank = draw(ranks);
  return (struct place){memory_space(rank), draw(cell_count() - span + 1),
                        count, as};
}

static unsigned place_cells(const struct place *p)
{
  return layout_cells(p->as, p->count) << p->cell;
}

static bool is_apart(struct place p, const struct places *others)
{
  for (int i = 0; i < others->count; i++) {
    const struct place *o = &others->list[i];
    if (p.space == o->space && (place_cells(&p) & place_cells(o))) return false;
  }
  return true;
}

struct place place_apart(int rank, int count, bool reads, struct places *others)
{
  struct place p;
  do
    p = draw_place(rank, count, draw_layout(count, reads),
                   kind->words ? 100 : 85);
  while (!is_apart(p, others));
  return others->list[others->count++] = p;
}

void emit_place(struct place p)
{
  if (is_buffer(p))
    emit("buffer + %d", p.cell);
  else
    emit("memory[%d] + %d", owner_of(p.space), p.cell);
}

struct access access_of(struct place p, int strand, bool writes)
{
  return (struct access){.line = line,
                         .event = event_number,
                         .by = strand,
                         .space = p.space,
                         .cells = place_cells(&p),
                         .writes = writes};
}

/* What polls look at, straight after MPI_Win_sync of the memory's window. */
static int look_of(int strand, struct place p)
{
  if (!synced[strand].line || kind->separate) return NO_LOOK;
  for (int r = 0; r < ranks; r++) {
    const struct part *x = &parts[synced[strand].window][r];
    if (p.space == x->space && p.cell >= x->first &&
        p.cell < x->first + x->cells &&
        synced[strand].line == last_event[strand])
      return LOOKS;
  }
  return MAY_LOOK;
}

static bool is_word(struct place p)
{
  return kind->words && !is_buffer(p) && p.cell < ATOMIC_CELLS;
}

static void touch_at(int strand, struct place p, bool writes)
{
  bool word = is_word(p);
  if (word) word_at(p.space, p.cell)->retired = writes;
  int look = look_of(strand, p), before = last_event[strand];
  event(strand);
  last_event[strand] = before;
  if (!writes) emit("sink = ");
  emit("*(volatile int *)(");
  emit_place(p);
  emit(writes ? ") = 1;" : ");");
  struct access *a = access_new(access_of(p, strand, writes), moment(strand));
  a->touch = true;
  a->look = look;
  add(&a->ends, latest(strand));
  add(&a->found, latest(strand));
  if (word && !writes) word_learn(word_at(p.space, p.cell), moment(strand));
}

/* What a store leaves in a word is never looked at. */
void touch(int strand)
{
  struct place p;
  do
    p = draw_place(rank_of(strand), 1, NULL, 30);
  while (is_word(p) && word_at(p.space, p.cell)->retired);
  bool word = is_word(p), writes = chance(word ? 25 : 50);
  touch_at(strand, p, writes && !(word && loop_round() >= 0));
}

void store_in_word(int strand, int rank, int cell)
{
  touch_at(strand, (struct place){memory_space(rank), cell, 1, NULL}, true);
}
