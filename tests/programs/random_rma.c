/* Random legal programs against a sequential model of the windows' memory.
 *
 * All ranks draw the same plan from the same seed: phases, each with a kind of
 * synchronisation and operations whose target cells conflict with no others of
 * the phase. Each rank plays its own operations through MPI, and all of them on
 * a model of everybody's memory; after each phase its memory, and all that it
 * fetched, must be what the model says.
 *
 * run: np=1 args="1 20"
 * run: np=2 args="2 40"
 * run: np=5 args="3 60" twice=1
 * run: np=5 args="4 60" options="--protocol message --progress weak"
 * run: np=5 args="5 60" options="--protocol message --progress thread"
 * run: np=5 args="6 60" options="--order early"
 * run: np=5 args="7 60" options="--order late"
 * run: np=5 args="8 60" options="--order reverse"
 * run: np=5 args="9 60" options="--order seed=77"
 * run: np=5 args="10 60" options="--network fluid"
 * run: np=5 args="11 60" options="--network latency --ppn 3"
 * run: np=8 args="12 400" long=1
 * run: np=24 args="13 100" long=1
 * stdout: ok
 */
#include "check.h"
#include <stdint.h>

enum { CELLS = 48, OPS = 40, MOST = 5, RANKS = 24 };
enum kind { PUT, GET, ADD, REPLACE, FETCH_ADD, FETCH_ONE, SWAP, KINDS };
enum phase { FENCE, PSCW, LOCK, LOCK_ALL, REQUESTS, STORE, PHASES };
enum use { FREE, READ, ADDED, TAKEN };

struct op {
  enum kind kind;
  int origin, target, first, count, stride;
  int values[MOST];  /* what travels to the target */
  int fetched[MOST]; /* what comes back ... */
  int expected[MOST];
};

static int me, n, *memory, model[RANKS][CELLS];
static char used[RANKS][CELLS], edge[RANKS][RANKS];
static struct op ops[OPS];
static MPI_Win win;
static uint64_t state;

static int draw(int below)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int)((state >> 20) % below);
}

static int cell(const struct op *o, int i)
{
  return o->first + i * o->stride;
}

/* The cells may be used by this kind beside what else uses them. */
static int fits(const struct op *o, enum use use)
{
  for (int i = 0; i < o->count; i++) {
    int now = used[o->target][cell(o, i)];
    if (now != FREE && (now != (int)use || use == TAKEN)) return 0;
  }
  return 1;
}

/* Play it on the model. */
static void apply(struct op *o)
{
  for (int i = 0; i < o->count; i++) {
    int *there = &model[o->target][cell(o, i)], old = *there;
    o->expected[i] = old;
    o->fetched[i] = -1;
    if (o->kind == PUT || o->kind == REPLACE) *there = o->values[i];
    if (o->kind == ADD || o->kind == FETCH_ADD || o->kind == FETCH_ONE)
      *there = old + o->values[i];
    if (o->kind == SWAP && old == o->values[1]) *there = o->values[0];
  }
}

/* Draw one operation; false if it would conflict or has no edge. */
static int draw_op(struct op *o, enum phase phase)
{
  o->kind = draw(KINDS);
  o->origin = draw(n);
  o->target = draw(n);
  o->count = o->kind >= FETCH_ONE ? 1 : 1 + draw(MOST);
  o->stride = 1 + draw(3);
  o->first = draw(CELLS - (o->count - 1) * o->stride);
  for (int i = 0; i < MOST; i++)
    o->values[i] = draw(1000);
  if (phase == PSCW && !edge[o->origin][o->target]) return 0;
  enum use use = o->kind == GET ? READ : o->kind == ADD ? ADDED : TAKEN;
  if (!fits(o, use)) return 0;
  for (int i = 0; i < o->count; i++)
    used[o->target][cell(o, i)] = use;
  if (o->kind == SWAP && draw(2)) o->values[1] = model[o->target][o->first];
  apply(o);
  return 1;
}

/* Issue it. A strided target is a vector; with `request`, by the request-based
 * call if there is one. */
static void play(struct op *o, MPI_Request *request)
{
  MPI_Datatype t;
  int c = o->count, to = o->target, *v = o->values;
  MPI_Type_vector(c, 1, o->stride, MPI_INT, &t);
  MPI_Type_commit(&t);
  MPI_Op op = o->kind == REPLACE ? MPI_REPLACE : MPI_SUM;
  if (o->kind == PUT && request)
    MPI_Rput(v, c, MPI_INT, to, o->first, 1, t, win, request);
  else if (o->kind == PUT)
    MPI_Put(v, c, MPI_INT, to, o->first, 1, t, win);
  else if (o->kind == GET && request)
    MPI_Rget(o->fetched, c, MPI_INT, to, o->first, 1, t, win, request);
  else if (o->kind == GET)
    MPI_Get(o->fetched, c, MPI_INT, to, o->first, 1, t, win);
  else if (o->kind == FETCH_ADD && request)
    MPI_Rget_accumulate(v, c, MPI_INT, o->fetched, c, MPI_INT, to, o->first, 1,
                        t, op, win, request);
  else if (o->kind == FETCH_ADD)
    MPI_Get_accumulate(v, c, MPI_INT, o->fetched, c, MPI_INT, to, o->first, 1,
                       t, op, win);
  else if (o->kind == FETCH_ONE)
    MPI_Fetch_and_op(v, o->fetched, MPI_INT, to, o->first, op, win);
  else if (o->kind == SWAP)
    MPI_Compare_and_swap(&v[0], &v[1], o->fetched, MPI_INT, to, o->first, win);
  else if (request)
    MPI_Raccumulate(v, c, MPI_INT, to, o->first, 1, t, op, win, request);
  else
    MPI_Accumulate(v, c, MPI_INT, to, o->first, 1, t, op, win);
  MPI_Type_free(&t);
}

static MPI_Group peers(MPI_Group world, int outgoing)
{
  int members[RANKS], count = 0;
  MPI_Group group;
  for (int r = 0; r < n; r++)
    if (outgoing ? edge[me][r] : edge[r][me]) members[count++] = r;
  MPI_Group_incl(world, count, members, &group);
  return group;
}

static void begin(enum phase phase, MPI_Group to, MPI_Group from)
{
  if (phase == FENCE) MPI_Win_fence(0, win);
  if (phase == PSCW) MPI_Win_post(from, 0, win);
  if (phase == PSCW) MPI_Win_start(to, 0, win);
  if (phase == LOCK_ALL || phase == REQUESTS) MPI_Win_lock_all(0, win);
}

static void end(enum phase phase)
{
  if (phase == FENCE) MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (phase == PSCW) MPI_Win_complete(win);
  if (phase == PSCW) MPI_Win_wait(win);
  if (phase == LOCK_ALL || phase == REQUESTS) MPI_Win_unlock_all(win);
}

/* My operations of the phase. */
static void issue(enum phase phase, int count)
{
  MPI_Request request;
  for (int i = 0; i < count; i++) {
    struct op *o = &ops[i];
    int choice = (o->first + o->count + i) % 4;
    if (o->origin != me) continue;
    if (phase == LOCK)
      MPI_Win_lock(choice % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, o->target,
                   0, win);
    request = MPI_REQUEST_NULL;
    play(o, phase == REQUESTS ? &request : NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (phase == LOCK) MPI_Win_unlock(o->target, win);
    if (phase == LOCK_ALL && choice == 0) MPI_Win_flush(o->target, win);
    if (phase == LOCK_ALL && choice == 1) MPI_Win_flush_local_all(win);
  }
}

/* The owners change cells with plain stores. */
static void store(void)
{
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win);
  for (int r = 0; r < n; r++)
    for (int k = 0; k < 6; k++) {
      int at = draw(CELLS), value = draw(1000);
      model[r][at] = value;
      if (r == me) memory[at] = value;
    }
  MPI_Win_unlock(me, win);
}

static void check_phase(int number, enum phase phase, int count)
{
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
  for (int i = 0; i < CELLS; i++)
    if (memory[i] != model[me][i]) {
      complain(__FILE__, __LINE__, "memory == model");
      printf("  phase %d of kind %d: cell %d is %d, expected %d\n", number,
             phase, i, memory[i], model[me][i]);
    }
  MPI_Win_unlock(me, win);
  for (int i = 0; i < count; i++) {
    struct op *o = &ops[i];
    if (o->origin != me) continue;
    if (o->kind == PUT || o->kind == ADD || o->kind == REPLACE) continue;
    for (int k = 0; k < o->count; k++)
      if (o->fetched[k] != o->expected[k]) {
        complain(__FILE__, __LINE__, "fetched == expected");
        printf("  phase %d of kind %d: operation %d of kind %d got %d, "
               "expected %d\n",
               number, phase, i, o->kind, o->fetched[k], o->expected[k]);
      }
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void run_phase(int number, MPI_Group world)
{
  enum phase phase = draw(PHASES);
  int count = 0;
  memset(used, FREE, sizeof used);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      edge[a][b] = draw(2);
  if (phase == STORE) {
    store();
  } else {
    for (int i = draw(OPS); i > 0; i--)
      count += draw_op(&ops[count], phase);
    MPI_Group to = peers(world, 1), from = peers(world, 0);
    begin(phase, to, from);
    issue(phase, count);
    end(phase);
    MPI_Group_free(&from);
    MPI_Group_free(&to);
  }
  check_phase(number, phase, count);
}

int main(int argc, char **argv)
{
  MPI_Group world;
  MPI_Init(&argc, &argv);
  me = world_rank();
  n = world_size();
  state = 0x9e3779b97f4a7c15 * (argc > 1 ? atoi(argv[1]) : 1);
  int phases = argc > 2 ? atoi(argv[2]) : 10;
  win = int_window(CELLS, &memory);
  MPI_Win_get_group(win, &world);
  for (int i = 0; i < phases; i++)
    run_phase(i, world);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
