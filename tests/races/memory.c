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

bool is_word(struct place p)
{
  return kind->words && !is_buffer(p) && p.cell < ATOMIC_CELLS;
}

bool word_retired(struct place p)
{
  return is_word(p) && word_at(p.space, p.cell)->retired;
}

struct access *touched(struct place p, bool writes, int strand)
{
  struct access *a = access_new(access_of(p, strand, writes), moment(strand));
  a->touch = true;
  a->may_look = synced[strand] && !kind->separate;
  add(&a->ends, latest(strand));
  add(&a->found, latest(strand));
  if (!is_word(p)) return a;
  struct word *word = word_at(p.space, p.cell);
  word->retired = writes;
  if (!writes && !kind->separate) word_learn(word, moment(strand));
  return a;
}

static void touch_at(int strand, struct place p, bool writes)
{
  event(strand);
  if (!writes) emit("sink = ");
  emit("*(volatile int *)(");
  emit_place(p);
  emit(writes ? ") = 1;" : ");");
  touched(p, writes, strand);
}

/* What a store leaves in a word is never looked at. */
void touch(int strand)
{
  struct place p;
  do
    p = draw_place(rank_of(strand), 1, NULL, 30);
  while (word_retired(p));
  bool word = is_word(p), writes = chance(word ? 25 : 50);
  touch_at(strand, p, writes && !(word && loop_round() >= 0));
}

struct place place_of_window(int rank)
{
  struct place p;
  do
    p = draw_place(rank, 1, NULL, 0);
  while (word_retired(p));
  return p;
}

void store_in_word(int strand, int rank, int cell)
{
  touch_at(strand, (struct place){memory_space(rank), cell, 1, NULL}, true);
}
