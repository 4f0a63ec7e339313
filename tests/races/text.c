#include "text.h"
#include "order.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state;

void draw_begin(unsigned long seed)
{
  state = seed * 2654435761u + (unsigned char)kind->name;
}

int draw(int below)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned)below);
}

bool chance(int percent)
{
  return draw(100) < percent;
}

static char text[1 << 20];
static size_t length;
int line = 1, event_number;

/* The first round writes the text, the others find that it is the same. */
static struct loop {
  int rounds, round; /* 0 rounds: none is open */
  uint64_t state;    /* where it begins: of chance, ... */
  size_t length;     /* ... in the text, ... */
  int line;
  int kept[256], at_kept;
} loop;

enum { DATES = 512 }; /* of a round */
static int past;      /* dates of rounds so far */

void emit(const char *format, ...)
{
  char piece[1 << 14];
  va_list arguments;
  va_start(arguments, format);
  size_t n = (size_t)vsnprintf(piece, sizeof piece, format, arguments);
  va_end(arguments);
  if (n >= sizeof piece || length + n >= sizeof text) fail("too long a text");
  if (loop.round > 0 && memcmp(text + length, piece, n) != 0)
    fail("a round is not like the first one");
  memcpy(text + length, piece, n);
  length += n;
  for (size_t i = 0; i < n; i++)
    line += piece[i] == '\n';
}

/* Rounds follow each other, and what comes behind them follows all. */
static void emit_date(void)
{
  emit("\n");
  event_number++;
  if (!kind->dated) return;
  emit("at(%d", line + past);
  if (loop.rounds) emit(" + %d * round", DATES);
  emit("); ");
}

void event(int strand)
{
  emit_date();
  if (strand >= 0) emit("if (me == %d", rank_of(strand));
  if (strand >= 0 && kind->threads) emit(" && thread == %d", strand / ranks);
  if (strand >= 0) emit(") ");
  if (strand < 0 && kind->threads) emit("if (thread == 0) ");
}

void event_together(int rank)
{
  emit_date();
  emit("if (me == %d) ", rank);
}

/* --- loops --- */

void loop_begin(int rounds)
{
  emit("\nfor (int round = 0; round < %d; round++) {", rounds);
  loop = (struct loop){rounds, .state = state, .length = length, .line = line};
}

bool loop_goes_on(void)
{
  if (line - loop.line >= DATES) fail("too long a loop");
  if (++loop.round < loop.rounds) {
    state = loop.state;
    length = loop.length;
    line = loop.line;
    loop.at_kept = 0;
    return true;
  }
  past += DATES * loop.rounds;
  loop.rounds = loop.round = 0;
  emit("\n}");
  return false;
}

int loop_round(void)
{
  return loop.rounds ? loop.round : -1;
}

int kept(int value)
{
  enum { KEPT = sizeof loop.kept / sizeof *loop.kept };
  if (!loop.rounds) return value;
  if (loop.at_kept == KEPT) fail("too many values are kept");
  if (loop.round == 0) loop.kept[loop.at_kept] = value;
  return loop.kept[loop.at_kept++];
}

const char *text_whole(void)
{
  return text;
}
