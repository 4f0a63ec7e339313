/* Accesses whose request the program has freed: no call will tell that they are
 * over. Who hears from others may know it by that, as by an answer to what was
 * sent [MPI-4.1 3.7.3]; so they are over when the strand is told anything next.
 * Invariant: the list has those that are not. */
#include "rules.h"

#include "../memory.h"
#include "../observer.h"

static struct observed_buffer_end *list;
static int count, size;

static void on_buffer_end(struct observer *o,
                          const struct observed_buffer_end *e)
{
  (void)o;
  if (!e->given_up) return;
  if (count == size) {
    size = size ? 2 * size : 4;
    list = xrealloc(list, (size_t)size * sizeof *list);
  }
  list[count++] = *e;
}

static void on_order(struct observer *o, const struct observed_order *e)
{
  (void)o;
  if (e->kind != OBSERVED_ACQUIRE) return;
  for (int i = count - 1; i >= 0; i--) {
    struct observed_buffer_end over = list[i];
    if (over.strand.rank != e->strand.rank ||
        over.strand.number != e->strand.number)
      continue;
    list[i] = list[--count];
    OBSERVE(buffer_end, .strand = over.strand, .pending = over.pending,
            .call = over.call, .site = over.site);
  }
}

static struct observer observer = {.buffer_end = on_buffer_end,
                                   .order = on_order};

void given_up_open(void)
{
  observer_add(&observer);
}
