/* Events: a heap with four children per node, which touches fewer cache lines
 * than one with two. Invariant: no event is before its parent. */
#include "events.h"

#include "../model/memory.h"

#include <math.h>
#include <stdlib.h>

static bool before(const struct event *a, const struct event *b)
{
  if (a->date != b->date) return a->date < b->date;
  return a->sequence < b->sequence;
}

static void sift_up(struct event *heap, size_t i, struct event event)
{
  while (i > 0) {
    size_t parent = (i - 1) / 4;
    if (!before(&event, &heap[parent])) break;
    heap[i] = heap[parent];
    i = parent;
  }
  heap[i] = event;
}

static size_t first_child(const struct event *heap, size_t n, size_t i)
{
  size_t child = 4 * i + 1, least = child;
  for (size_t c = child + 1; c < child + 4 && c < n; c++)
    if (before(&heap[c], &heap[least])) least = c;
  return least;
}

static void sift_down(struct event *heap, size_t n, struct event event)
{
  size_t i = 0;
  while (4 * i + 1 < n) {
    size_t child = first_child(heap, n, i);
    if (!before(&heap[child], &event)) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = event;
}

void events_post(struct events *events, double date, void (*f)(void *),
                 void *arg)
{
  if (events->n == events->room) {
    events->room = events->room ? 2 * events->room : 256;
    events->heap = xrealloc(events->heap, events->room * sizeof *events->heap);
  }
  struct event event = {date, events->posted++, f, arg};
  sift_up(events->heap, events->n++, event);
}

double events_head(const struct events *events)
{
  return events->n ? events->heap[0].date : HUGE_VAL;
}

bool events_pop(struct events *events, double until, struct event *event)
{
  if (events->n == 0 || !(events->heap[0].date <= until)) return false;
  *event = events->heap[0];
  events->n--;
  if (events->n) sift_down(events->heap, events->n, events->heap[events->n]);
  return true;
}

void events_free(struct events *events)
{
  free(events->heap);
  *events = (struct events){0};
}
