/* Memory and windows that come and go: regions of dynamic windows that are
 * attached and detached, windows that are freed and made again over the same
 * memory, memory that is freed while there is no window.
 *
 * Invariant: operations go to memory that is there when they are issued, by
 * date; so nothing is refused. */
#include "events.h"

/* --- dynamic windows --- */

enum { REGIONS = 2, REGION = 2 };
static struct region {
  bool attached;
  int times;
} regions[RANKS][REGIONS];

bool is_open(int window, int target)
{
  bool any = !kind->dynamic;
  for (int i = 0; i < REGIONS; i++)
    any |= regions[target][i].attached;
  return any && !closed[window];
}

struct place place_attached(int target, int count)
{
  int i;
  do
    i = draw(REGIONS);
  while (!regions[target][i].attached);
  return (struct place){memory_space(target),
                        i * REGION + draw(REGION - count + 1), count, NULL};
}

int attachment_of(const struct place *p)
{
  return kind->dynamic ? regions[owner_of(p->space)][p->cell / REGION].times
                       : 0;
}

/* An access of all those cells, over at once. */
static struct access *access_own(int me, unsigned cells)
{
  struct access a = {.line = line,
                     .event = event_number,
                     .by = me,
                     .space = memory_space(me),
                     .cells = cells,
                     .writes = true};
  struct access *made = access_new(a, latest(me));
  add(&made->ends, latest(me));
  return made;
}

static void attach_or_detach(int me, int i)
{
  struct region *r = &regions[me][i];
  event(me);
  if (r->attached)
    emit("MPI_Win_detach(win[0], memory[me] + %d);", i * REGION);
  else
    emit("MPI_Win_attach(win[0], memory[me] + %d, %d * sizeof(int));",
         i * REGION, REGION);
  r->attached = !r->attached;
  r->times += r->attached;
  moment(me);
  access_own(me, cells_of(i * REGION, REGION))->bounds = true;
}

/* --- windows --- */

bool closed[WINDOWS];

void emit_window(int window)
{
  const struct part *x = &parts[window][0];
  const char *info = kind->renewal == UNLOCKED ? "unlocked" : "MPI_INFO_NULL";
  if (kind->dynamic) {
    emit("MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win[0]);");
  } else if (is_allocated() && window == 0) {
    emit("MPI_Win_allocate%s(%d * sizeof(int), sizeof(int), %s, "
         "MPI_COMM_WORLD, &memory[me], &win[0]);",
         kind->shared ? "_shared" : "", cell_count(), info);
  } else {
    emit("MPI_Win_create(memory[(me + %d) %% %d] + %d, %d * sizeof(int), "
         "sizeof(int), %s, MPI_COMM_WORLD, &win[%d]);",
         kind->shared, ranks, x->first, x->cells, info, window);
  }
}

static void close_window(int window)
{
  requests_of_window(window);
  epochs_close(window);
  event(-1);
  emit("MPI_Win_free(&win[%d]);", window);
  closed[window] = true;
  if (kind->renewal == FREED) meeting();
  for (int r = 0; r < ranks; r++)
    if (kind->renewal != FREED) moment(r);
  for (int r = 0; r < ranks && is_allocated(); r++)
    access_own(r, cells_of(0, cell_count()));
}

static void open_window(int window)
{
  for (int r = 0; r < ranks && is_allocated(); r++)
    memory_renewed(r);
  event(-1);
  emit_window(window);
  meeting();
  closed[window] = false;
  epochs_open(window);
}

static void free_memory(int me)
{
  event(me);
  emit("{ free(memory[me]); memory[me] = malloc(%d * sizeof(int)); }",
       cell_count());
  moment(me);
  access_own(me, cells_of(0, cell_count()))->touch = true;
  memory_renewed(me);
}

bool renewal_event(int me)
{
  int window = draw(kind->windows);
  if (kind->dynamic) {
    if (!chance(25)) return false;
    attach_or_detach(me, draw(REGIONS));
  } else if (!kind->renewal || !chance(closed[window] ? 30 : 9)) {
    return false;
  } else if (!closed[window]) {
    close_window(window);
    if (is_allocated()) open_window(window);
  } else if (kind->heap && chance(50)) {
    free_memory(me);
  } else {
    open_window(window);
  }
  return true;
}

void renewal_round_event(int me, int window)
{
  int region = draw(REGIONS);
  if (kind->dynamic) {
    attach_or_detach(me, region);
    if (epochs_of(0) == LOCK_ALL && is_open(0, me)) operate(me, 0, me);
    attach_or_detach(me, region);
  } else if (!closed[window] && !any_request_before(window)) {
    close_window(window);
    if (!is_allocated() && chance(50)) touch(me);
    if (kind->heap && chance(50)) free_memory(me);
    open_window(window);
  }
}
