/* A random program: its kinds, what comes before and behind its events, and how
 * often each event is drawn. */
#include "program.h"
#include "events.h"

static const struct kind kinds[] = {
    {'a', LOCK_ALL, .windows = 1},
    {'f', FENCES, .windows = 1},
    {'p', POSTS, .windows = 1},
    {'l', LOCKS, .windows = 1, .dated = true},
    {'v', LOCK_ALL, .windows = 1, .dated = true, .words = true},
    {'c', LOCK_ALL, .windows = 1, .dated = true, .words = true, .swaps = true},
    {'s', LOCK_ALL, .windows = 1, .shared = true},
    {'o', LOCK_ALL, .windows = 2},
    {'g', FENCES, .windows = 2},
    {'q', POSTS, .windows = 2},
    {'m', LOCKS, .windows = 2, .dated = true},
    {'x', LOCK_ALL, .windows = 2, .shared = true},
    {'b', LOCK_ALL, .windows = 1, .dated = true, .words = true, .shared = true,
     .atomics = true},
    {'t', LOCK_ALL, .windows = 1, .dated = true, .threads = THREADED},
    {'u', LOCK_ALL, .windows = 1, .dated = true, .threads = SIGNALS,
     .atomics = true},
    {'w', LOCK_ALL, .windows = 1, .dated = true, .threads = TEAMS},
    {'5', LOCK_ALL, .windows = 2, .dated = true, .threads = SIGNALS,
     .atomics = true},
    {'6', LOCK_ALL, .windows = 2, .dated = true, .threads = TEAMS},
    {'d', LOCK_ALL, .windows = 1, .dated = true, .dynamic = true},
    {'e', LOCKS, .windows = 1, .dated = true, .dynamic = true},
    {'h', LOCK_ALL, .windows = 1, .heap = true, .renewal = FREED},
    {'i', FENCES, .windows = 1, .renewal = FREED},
    {'n', LOCK_ALL, .windows = 2, .renewal = FREED},
    {'k', FENCES, .windows = 2, .renewal = UNLOCKED},
    {'j', POSTS, .windows = 2, .renewal = UNLOCKED},
    {'r', LOCK_ALL, .windows = 1, .requests = true},
    {'y', LOCK_ALL, .windows = 1, .types = true},
    {'z', FENCES, .windows = 1, .types = true},
    {'S', LOCK_ALL, .windows = 1, .shared = true, .separate = true},
    {'O', LOCK_ALL, .windows = 2, .separate = true},
    {'G', FENCES, .windows = 2, .separate = true},
    {'Q', POSTS, .windows = 2, .separate = true},
    {'M', LOCKS, .windows = 2, .dated = true, .separate = true},
    {'A', LOCK_ALL, .windows = 1, .separate = true},
    {'F', FENCES, .windows = 1, .separate = true},
    {'P', POSTS, .windows = 1, .separate = true},
    {'L', LOCKS, .windows = 1, .dated = true, .separate = true},
    {'B', LOCK_ALL, .windows = 1, .dated = true, .words = true, .shared = true,
     .atomics = true, .separate = true},
    {'1', FENCES, .windows = 2, .mixed = true, .other = LOCK_ALL},
    {'2', POSTS, .windows = 2, .mixed = true, .other = FENCES},
    {'3', LOCKS, .windows = 2, .dated = true, .mixed = true, .other = POSTS},
    {'4', LOCK_ALL, .windows = 2, .dated = true, .mixed = true,
     .other = LOCKS}};

const struct kind *kind;

/* --- events --- */

enum { EVENTS = 22, EVENTS_OF_RANK = 4 };

static void operate_somewhere(void)
{
  int me = draw(ranks), target = draw(ranks), window = draw(kind->windows);
  if (!is_open(window, target)) return;
  if (epochs_of(window) == POSTS) {
    for (int i = 0; i < ranks && !has_started(me, window, target); i++)
      target = (target + 1) % ranks;
    if (has_started(me, window, target))
      operate(me, window, target);
    else
      expose(window);
  } else if (epochs_of(window) == LOCKS && !epochs[window][me][target].open) {
    lock(me, window, target);
  } else {
    operate(draw_strand(me), window, target);
  }
}

static void synchronise(void)
{
  int me = draw(ranks), target = draw(ranks), window = draw(kind->windows);
  if (closed[window]) return;
  if (epochs_of(window) == FENCES)
    chance(60) ? fence(window, false) : message(me, (me + 1) % ranks);
  else if (epochs_of(window) == POSTS)
    chance(50) ? expose(window) : hide(window, target);
  else if (epochs_of(window) == LOCKS && !epochs[window][me][target].open)
    return;
  else if (epochs_of(window) == LOCKS && chance(60))
    unlock(me, window, target);
  else if (chance(kind->separate ? 50 : 80))
    flush(draw_strand(me), window, target);
  else
    sync_window(draw_strand(me), window);
}

static void make(void)
{
  meeting();
  for (int w = 0; w < kind->windows; w++)
    epochs_open(w);
  for (int i = 0; i < EVENTS + EVENTS_OF_RANK * ranks; i++) {
    int dice = draw(100), me = draw(ranks);
    int to = (me + 1 + draw(ranks - 1)) % ranks;
    if (chance(8))
      loop_event();
    else if (kind->threads && chance(25))
      thread_event(me);
    else if (kind->atomics && chance(30))
      atomic_event(draw_strand(me), draw_strand(kind->shared ? to : me));
    else if (renewal_event(me))
      ;
    else if (kind->requests && chance(30) && pair_event(me, to))
      ;
    else if (kind->requests && chance(10) && collect_persistently())
      ;
    else if (dice < 25)
      touch(draw_strand(me));
    else if (dice < 60)
      operate_somewhere();
    else if (dice < 77)
      synchronise();
    else if (dice < 85 && request_end(draw_strand(me)))
      ;
    else if (dice < 94)
      message(draw_strand(me), draw_strand(to));
    else
      collect();
  }
}

static void finish(void)
{
  pairs_ready();
  for (int r = 0; r < ranks; r++)
    while (request_end(r))
      ;
  threads_end();
  for (int r = 0; r < ranks; r++)
    while (request_end(r))
      ;
  for (int w = 0; w < kind->windows; w++)
    if (!closed[w]) epochs_close(w);
  pairs_free();
  collectives_free();
}

/* --- text --- */

enum { NUMBERS = 8192 };

static void declarations(void)
{
  emit("/* %d ranks */\n"
       "#include <mpi.h>\n"
       "#include <omp.h>\n"
       "#include <pthread.h>\n"
       "#include <stdatomic.h>\n"
       "#include <stdlib.h>\n"
       "#include <unistd.h>\n"
       "static int buffer[%d], me, never = -123456789;\n"
       "static volatile int sink;\n"
       "static int cells[%d], *memory[%d];\n"
       "static MPI_Win win[%d];\n"
       "static MPI_Group world;\n"
       "static MPI_Comm ring;\n"
       "static MPI_Info unlocked;\n"
       "static MPI_Aint base[%d];\n"
       "static MPI_Request request[%d];\n"
       "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\n"
       "static omp_lock_t lock;\n"
       "static pthread_t threads[%d];\n"
       "static int numbers[%d];\n",
       ranks, buffer_count(), cell_count(), ranks, WINDOWS, ranks, OPS, THREADS,
       NUMBERS);
  if (kind->types) layouts_declare();
}

/* By which calls two requests end. */
static void helper_both(void)
{
  emit("static void both(MPI_Request *a, MPI_Request *b, int how)\n"
       "{\n"
       "  MPI_Request r[] = {*a, *b};\n"
       "  int at[2];\n"
       "  MPI_Status s[2];\n"
       "  for (int i = 0, n = 0; i < 2; i += n)\n"
       "    switch (how) {\n"
       "    case 0: MPI_Waitall(2, r, s), n = 2; break;\n"
       "    case 1: MPI_Testall(2, r, &n, s), n *= 2; break;\n"
       "    case 2: MPI_Waitany(2, r, at, s), n = 1; break;\n"
       "    case 3: MPI_Testany(2, r, at, &n, s); break;\n"
       "    case 4: MPI_Waitsome(2, r, &n, at, s); break;\n"
       "    case 5: MPI_Testsome(2, r, &n, at, s);\n"
       "    }\n"
       "  *a = r[0], *b = r[1];\n"
       "}\n");
}

/* What takes several calls. */
static void helpers(void)
{
  helper_both();
  emit("static void at(int line)\n"
       "{\n"
       "  double wait = line * 1e-3 - MPI_Wtime();\n"
       "  if (wait > 0) usleep((useconds_t)(wait * 1e6) + 1);\n"
       "}\n"
       "static void test(MPI_Request *r)\n"
       "{\n"
       "  for (int done = 0; !done;)\n"
       "    MPI_Test(r, &done, MPI_STATUS_IGNORE);\n"
       "}\n"
       "static void test_exposed(MPI_Win w)\n"
       "{\n"
       "  for (int done = 0; !done;)\n"
       "    MPI_Win_test(w, &done);\n"
       "}\n"
       "static void arrived(MPI_Request r, int part)\n"
       "{\n"
       "  for (int done = 0; !done;)\n"
       "    MPI_Parrived(r, part, &done);\n"
       "}\n"
       "static void post(const int *ranks, int count, MPI_Win w)\n"
       "{\n"
       "  MPI_Group group;\n"
       "  MPI_Group_incl(world, count, ranks, &group);\n"
       "  MPI_Win_post(group, 0, w);\n"
       "  MPI_Group_free(&group);\n"
       "}\n"
       "static void start(const int *ranks, int count, MPI_Win w)\n"
       "{\n"
       "  MPI_Group group;\n"
       "  MPI_Group_incl(world, count, ranks, &group);\n"
       "  MPI_Win_start(group, 0, w);\n"
       "  MPI_Group_free(&group);\n"
       "}\n");
}

static void emit_memory(void)
{
  if (!kind->heap)
    emit("  memory[me] = cells;\n");
  else
    emit("  memory[me] = malloc(%d * sizeof(int));\n", cell_count());
  if (kind->renewal == UNLOCKED)
    emit("  MPI_Info_create(&unlocked);\n"
         "  MPI_Info_set(unlocked, \"no_locks\", \"true\");\n");
  emit("  ");
  emit_window(0);
  emit("\n");
  for (int r = 0; kind->shared && r < ranks; r++)
    emit("  MPI_Win_shared_query(win[0], %d, &size, &unit, &memory[%d]);\n", r,
         r);
  if (kind->windows > 1) {
    emit("  ");
    emit_window(1);
    emit("\n");
  }
  if (kind->dynamic)
    emit("  MPI_Get_address(memory[me], &base[me]);\n"
         "  MPI_Allgather(MPI_IN_PLACE, 0, MPI_AINT, base, 1, MPI_AINT,\n"
         "                MPI_COMM_WORLD);\n");
}

static void main_function(void)
{
  emit("int main(void)\n"
       "{\n"
       "  MPI_Aint size;\n"
       "  int unit, provided;\n"
       "  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);\n"
       "  MPI_Comm_rank(MPI_COMM_WORLD, &me);\n"
       "  MPI_Comm_group(MPI_COMM_WORLD, &world);\n"
       "  int before = (me + %d) %% %d, behind = (me + 1) %% %d;\n"
       "  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before,\n"
       "      MPI_UNWEIGHTED, 1, &behind, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,\n"
       "      &ring);\n",
       ranks - 1, ranks, ranks);
  emit("  for (int i = 0; i < %d; i++) numbers[i] = i;\n", NUMBERS);
  emit_memory();
  if (kind->types)
    emit("  layouts(MPI_INT, types_INT);\n"
         "  layouts(MPI_UNSIGNED, types_UNSIGNED);\n");
  if (kind->threads == SIGNALS) emit("  signals_begin();");
  if (kind->threads == TEAMS) emit("  omp_init_lock(&lock);");
  emit("\n  events(numbers);\n"
       "  MPI_Barrier(MPI_COMM_WORLD);\n");
  for (int w = kind->windows - 1; w >= 0; w--)
    if (!closed[w]) emit("  MPI_Win_free(&win[%d]);\n", w);
  if (kind->types)
    emit("  layouts_free(types_INT);\n"
         "  layouts_free(types_UNSIGNED);\n");
  if (kind->renewal == UNLOCKED) emit("  MPI_Info_free(&unlocked);\n");
  emit("  MPI_Comm_free(&ring);\n"
       "  MPI_Group_free(&world);\n"
       "  MPI_Finalize();\n"
       "}\n");
}

static void choose(char name)
{
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].name == name) kind = &kinds[i];
  if (!kind) fail("no such kind");
}

const char *program(char name, unsigned long seed)
{
  choose(name);
  draw_begin(seed);
  ranks = chance(60) ? 3 : 2 + draw(RANKS - 1);
  memory_begin();
  threads_begin();
  signals_begin();
  declarations();
  helpers();
  if (kind->threads == SIGNALS) signals_declare();
  emit("static void *events(void *number)\n"
       "{\n"
       "  int thread = *(int *)number;");
  make();
  finish();
  emit("\n  (void)thread;\n"
       "  return NULL;\n"
       "}\n");
  main_function();
  return text_whole();
}
