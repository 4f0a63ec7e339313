/* OpenMP's teams: all ranks enter a parallel region at one line, and leave it
 * at another, with as many threads as each has drawn; between them are
 * barriers, critical sections and locks. */
#include "events.h"

static bool open;
static int sizes[RANKS];
static int left_critical[RANKS]; /* when somebody did last; 0: never */

static void fork_teams(void)
{
  locks_free();
  for (int r = 0; r < ranks; r++)
    sizes[r] = 1 + draw(THREADS);
  event(-1);
  emit("_Pragma(\"omp parallel num_threads((int[]){");
  for (int r = 0; r < ranks; r++)
    emit("%d, ", sizes[r]);
  emit("}[me])\") { int thread = omp_get_thread_num();");
  for (int r = 0; r < ranks; r++) {
    int at = moment(r);
    for (int i = 1; i < sizes[r]; i++)
      edge(at, moment(r + ranks * i));
    threads_alive(r, sizes[r]);
  }
  open = true;
}

static void join_teams(void)
{
  int at[THREADS];
  locks_free();
  emit("\n(void)thread; }");
  for (int r = 0; r < ranks; r++) {
    for (int i = 1; i < sizes[r]; i++)
      at[i] = moment(r + ranks * i);
    int joined = moment(r);
    for (int i = 1; i < sizes[r]; i++)
      edge(at[i], joined);
    threads_alive(r, 1);
  }
  open = false;
}

/* All of a rank, by a directive that has one behind it. */
static void barrier(int rank)
{
  static const char *const directives[] = {
      "_Pragma(\"omp barrier\")", "_Pragma(\"omp single\") sink = 0;",
      "_Pragma(\"omp for\") for (int i = 0; i < 4; i++) sink = i;",
      "_Pragma(\"omp sections\") { sink = 0; }"};
  int at[THREADS];
  event_together(rank);
  emit("{ %s }", directives[draw(4)]);
  for (int i = 0; i < sizes[rank]; i++)
    at[i] = moment(rank + ranks * i);
  for (int i = 0; i < sizes[rank]; i++) {
    int strand = rank + ranks * i, left = moment(strand);
    for (int k = 0; k < sizes[rank]; k++)
      if (k != i) edge(at[k], left);
  }
}

/* Within it is what this strand does next. */
static void critical(int strand)
{
  int rank = rank_of(strand);
  event(strand);
  emit("\n_Pragma(\"omp critical\") {");
  int at = moment(strand);
  if (left_critical[rank]) edge(left_critical[rank], at);
  for (int n = 1 + draw(2); n > 0; n--) {
    if (chance(50))
      touch(strand);
    else if (chance(50))
      operate(strand, 0, draw(ranks));
    else
      flush(strand, 0, draw(ranks));
  }
  emit(" }");
  left_critical[rank] = moment(strand);
}

void team_event(int rank)
{
  int dice = draw(100);
  if (!open)
    fork_teams();
  else if (dice < 35)
    barrier(rank);
  else if (dice < 65)
    critical(draw_strand(rank));
  else if (dice < 92)
    lock_event(rank);
  else
    join_teams();
}

bool team_round_event(int strand)
{
  if (!open) return false;
  if (chance(30))
    barrier(rank_of(strand));
  else
    critical(strand);
  return true;
}

void teams_end(void)
{
  if (open) join_teams();
}
