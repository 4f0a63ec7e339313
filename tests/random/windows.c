/* Random one-sided epochs on windows of every kind against a sequential model
 * of their memory. Beside tests/programs/random_rma.c, which draws every
 * operation and synchronisation on ints: here types, operators and kinds of
 * window vary. In an epoch a cell belongs to a class: it is combined by many
 * ranks with one commuting operator, or used by one rank alone, whose
 * accumulates with any operators are applied in order.
 *
 * run: np=1 args="allocate 1 40"
 * run: np=4 args="allocate 2 60" twice=1
 * run: np=4 args="create 3 60" options="--protocol message --progress weak"
 * run: np=4 args="dynamic 4 60" options="--order late"
 * run: np=4 args="shared 5 60" options="--ppn 4"
 * run: np=4 args="dynamic 6 60" options="--network fluid"
 * run: np=5 args="create 7 60" options="--network latency --ppn 2"
 * run: np=5 args="allocate 8 60" options="--order early"
 * run: np=5 args="create 9 60" options="--order reverse"
 * run: np=5 args="allocate 10 60" options="--order seed=5"
 * run: np=4 args="shared 11 60" options="--ppn 4 --order seed=6"
 * run: np=8 args="allocate 12 1500" long=1
 * run: np=8 args="dynamic 13 1500" long=1 options="--protocol message"
 * run: np=8 args="shared 14 1500" long=1 options="--ppn 8"
 * run: np=24 args="create 15 150" long=1
 * stdout: ok
 */
#include "types.h"

enum { CELLS = 40, OPS = 120, MOST = 6, RANKS = 24, WIDEST = 16 };
enum sync { FENCE, LOCKS, LOCK_ALL, PSCW, SYNCS };
enum { NOBODY = -1, EVERYBODY = -2 };

struct op {
  int origin, target, first, count, stride, fetches;
  MPI_Op op;
  char values[MOST * WIDEST], fetched[MOST * WIDEST], expected[MOST * WIDEST];
};

static int me, n;
static MPI_Win win;
static const struct type *type; /* of the cells, for the whole epoch */
static char *memory, model[RANKS][CELLS * WIDEST];
static int owner[RANKS][CELLS];     /* in this epoch */
static MPI_Op shared[RANKS][CELLS]; /* the operator of those of everybody */
static struct op ops[OPS];
static MPI_Aint base[RANKS]; /* of a dynamic window's memory */
static int epoch;

static void *cell(char *at, int i)
{
  return at + (size_t)i * (size_t)type->size;
}

/* --- drawing --- */

static MPI_Op draw_commuting(void)
{
  MPI_Op op = draw_op(type);
  return op == MPI_PROD ? MPI_SUM : op;
}

static int reserve(const struct op *o, int alone)
{
  for (int i = 0; i < o->count; i++) {
    int at = o->first + i * o->stride, now = owner[o->target][at];
    if (alone ? now != NOBODY && now != o->origin
              : now != NOBODY &&
                    (now != EVERYBODY || shared[o->target][at] != o->op))
      return 0;
  }
  for (int i = 0; i < o->count; i++) {
    int at = o->first + i * o->stride;
    owner[o->target][at] = alone ? o->origin : EVERYBODY;
    shared[o->target][at] = o->op;
  }
  return 1;
}

static void play_on_model(struct op *o)
{
  for (int i = 0; i < o->count; i++) {
    void *there = cell(model[o->target], o->first + i * o->stride);
    void *value = o->values + i * type->size;
    _Alignas(16) char copy[WIDEST];
    memcpy(o->expected + i * type->size, there, (size_t)type->size);
    memcpy(copy, value, (size_t)type->size);
    if (o->op == MPI_REPLACE)
      memcpy(there, copy, (size_t)type->size);
    else if (o->op != MPI_NO_OP)
      combine(type, o->op, there, copy);
  }
}

static int draw_one(struct op *o, int number)
{
  int alone = draw(2);
  o->origin = draw(n);
  o->target = draw(n);
  o->count = 1 + draw(MOST);
  o->stride = 1 + draw(3);
  o->first = draw(CELLS - (o->count - 1) * o->stride);
  o->op = draw_commuting();
  int other = draw(4);
  if (alone && other == 0) o->op = MPI_REPLACE;
  o->fetches = alone ? draw(2) : 0; /* else what comes back is left open */
  if (alone && other == 1) o->op = MPI_NO_OP, o->fetches = 1;
  if (!reserve(o, alone)) return 0;
  for (int i = 0; i < o->count; i++)
    element(type, epoch, o->origin, 1000 * number + i,
            o->values + i * type->size);
  play_on_model(o);
  return 1;
}

/* --- doing --- */

static void issue(struct op *o)
{
  MPI_Datatype there;
  MPI_Aint at = base[o->target] + (MPI_Aint)o->first * type->size;
  MPI_Type_vector(o->count, 1, o->stride, type->handle, &there);
  MPI_Type_commit(&there);
  if (o->fetches)
    MPI_Get_accumulate(o->values, o->count, type->handle, o->fetched, o->count,
                       type->handle, o->target, at, 1, there, o->op, win);
  else
    MPI_Accumulate(o->values, o->count, type->handle, o->target, at, 1, there,
                   o->op, win);
  MPI_Type_free(&there);
}

static void perform(enum sync sync, int count)
{
  MPI_Group all;
  MPI_Win_get_group(win, &all);
  if (sync == FENCE) MPI_Win_fence(0, win);
  if (sync == LOCK_ALL) MPI_Win_lock_all(0, win);
  if (sync == PSCW) MPI_Win_post(all, 0, win), MPI_Win_start(all, 0, win);
  for (int i = 0; i < count; i++) {
    int to = ops[i].target;
    if (ops[i].origin != me) continue;
    if (sync == LOCKS)
      MPI_Win_lock(i % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, to, 0, win);
    issue(&ops[i]);
    if (sync == LOCKS) MPI_Win_unlock(to, win);
    if (sync == LOCK_ALL && i % 5 == 0) MPI_Win_flush(to, win);
  }
  if (sync == FENCE) MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (sync == LOCK_ALL) MPI_Win_unlock_all(win);
  if (sync == PSCW) MPI_Win_complete(win), MPI_Win_wait(win);
  MPI_Group_free(&all);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void judge(enum sync sync, int count)
{
  size_t size = (size_t)type->size;
  MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
  for (int i = 0; i < CELLS; i++)
    if (memcmp(cell(memory, i), cell(model[me], i), size) != 0) {
      complain(__FILE__, __LINE__, "memory == model");
      printf("  epoch %d of kind %d: cell %d of %d bytes\n", epoch, sync, i,
             type->size);
    }
  digest_add(memory, CELLS * size);
  MPI_Win_unlock(me, win);
  for (int i = 0; i < count; i++) {
    struct op *o = &ops[i];
    if (o->origin != me || !o->fetches) continue;
    if (memcmp(o->fetched, o->expected, size * (size_t)o->count) == 0) continue;
    complain(__FILE__, __LINE__, "fetched == expected");
    printf("  epoch %d of kind %d: operation %d to %d\n", epoch, sync, i,
           o->target);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Everything begins anew, with values of the epoch's type. */
static void refill(void)
{
  for (int r = 0; r < n; r++)
    for (int i = 0; i < CELLS; i++) {
      element(type, epoch, 100 + r, i, cell(model[r], i));
      owner[r][i] = NOBODY;
    }
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win);
  memcpy(memory, model[me], CELLS * (size_t)type->size);
  MPI_Win_unlock(me, win);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void play(void)
{
  int count = 0;
  do
    type = &types[draw(type_count)];
  while (type->shape == AFFINE); /* whose operator is no predefined one */
  enum sync sync = draw(SYNCS);
  refill();
  for (int i = draw(OPS); i > 0; i--)
    count += draw_one(&ops[count], count);
  perform(sync, count);
  judge(sync, count);
}

/* --- windows --- */

static void make_window(const char *kind)
{
  static _Alignas(16) char own[CELLS * WIDEST];
  MPI_Aint size = sizeof own;
  MPI_Comm world = MPI_COMM_WORLD;
  if (strcmp(kind, "create") == 0) {
    memory = own;
    MPI_Win_create(memory, size, 1, MPI_INFO_NULL, world, &win);
  } else if (strcmp(kind, "shared") == 0) {
    MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, world, &memory, &win);
  } else if (strcmp(kind, "dynamic") == 0) {
    MPI_Aint at;
    memory = own;
    MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
    MPI_Win_attach(win, memory, size);
    MPI_Get_address(memory, &at);
    MPI_Allgather(&at, 1, MPI_AINT, base, 1, MPI_AINT, world);
  } else {
    MPI_Win_allocate(size, 1, MPI_INFO_NULL, world, &memory, &win);
  }
}

int main(int argc, char **argv)
{
  const char *kind = argc > 1 ? argv[1] : "allocate";
  MPI_Init(&argc, &argv);
  me = world_rank(), n = world_size();
  random_seed(argc > 2 ? atoi(argv[2]) : 1);
  int epochs = argc > 3 ? atoi(argv[3]) : 10;
  make_types();
  make_window(kind);
  for (epoch = 0; epoch < epochs; epoch++)
    play();
  if (strcmp(kind, "dynamic") == 0) MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  int code = random_report();
  MPI_Finalize();
  return code;
}
