#include "text.h"
#include "order.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

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

static char text[1 << 16];
static size_t length;
int line = 1;
int last_event[STRANDS];

void emit(const char *format, ...)
{
  va_list arguments;
  size_t from = length;
  va_start(arguments, format);
  length +=
      (size_t)vsnprintf(text + length, sizeof text - length, format, arguments);
  va_end(arguments);
  if (length >= sizeof text) fail("too long a program");
  for (size_t i = from; i < length; i++)
    line += text[i] == '\n';
}

void event(int strand)
{
  emit("\n");
  if (kind->dated) emit("at(%d); ", line);
  for (int r = 0; r < RANKS; r++)
    last_event[strand < 0 ? r : strand] = line;
  if (strand >= 0) emit("if (me == %d", rank_of(strand));
  if (strand >= 0 && kind->threads) emit(" && thread == %d", strand / RANKS);
  if (strand >= 0) emit(") ");
  if (strand < 0 && kind->threads) emit("if (thread == 0) ");
}

void event_together(int rank)
{
  emit("\n");
  if (kind->dated) emit("at(%d); ", line);
  emit("if (me == %d) ", rank);
}

const char *text_whole(void)
{
  return text;
}
