/* Random collectives against a naive model: all ranks draw the same calls from
 * the same seed. What rank r contributes to call k is a function of k, r and
 * the place in the buffer, so every rank computes what it must receive from
 * all contributions, one rank after the other.
 *
 * run: np=1 args="1 60"
 * run: np=2 args="2 80"
 * run: np=5 args="3 120" twice=1
 * run: np=8 args="4 100" options="--network fluid"
 * run: np=7 args="5 100" options="--network latency --protocol message --ppn 3"
 * run: np=5 args="6 100" options="--order late"
 * run: np=5 args="7 100" options="--order seed=9"
 * run: np=6 args="11 100" options="--coll=model" twice=1
 * run: np=13 args="12 100" options="--coll model --protocol message"
 * run: np=8 args="8 3000" long=1
 * run: np=13 args="9 2000" long=1
 * run: np=64 args="10 400" long=1
 * run: np=64 args="10 400" options="--coll=model" long=1
 * stdout: ok
 * mpich: no (cases/random_mpich.sh compares what it does right)
 */
#include "types.h"

enum { MOST = 70, LARGEST = 6000, GUARD = 64 };

/* --- a call --- */

enum kind {
  BARRIER,
  BCAST,
  GATHER,
  GATHERV,
  SCATTER,
  SCATTERV,
  ALLGATHER,
  ALLGATHERV,
  ALLTOALL,
  ALLTOALLV,
  ALLTOALLW,
  REDUCE,
  ALLREDUCE,
  SCAN,
  EXSCAN,
  REDUCE_SCATTER,
  REDUCE_SCATTER_BLOCK,
  KINDS
};

static const char *const names[] = {
    "barrier",
    "bcast",
    "gather",
    "gatherv",
    "scatter",
    "scatterv",
    "allgather",
    "allgatherv",
    "alltoall",
    "alltoallv",
    "alltoallw",
    "reduce",
    "allreduce",
    "scan",
    "exscan",
    "reduce_scatter",
    "reduce_scatter_block",
};

static struct {
  enum kind kind;
  int number, root, count, in_place, once, form;
  const struct type *type;
  MPI_Op op;
  MPI_Comm comm;
  int me, n;
} call;

/* How many elements go from rank to rank, or belong to a rank. */
static int part(int from, int to)
{
  if (call.kind == GATHERV || call.kind == ALLGATHERV ||
      call.kind == REDUCE_SCATTER)
    return (int)(mixed((uint64_t)call.number, (uint64_t)from, 1, 1) %
                 (uint64_t)(call.count + 1));
  if (call.kind == SCATTERV)
    return (int)(mixed((uint64_t)call.number, (uint64_t)to, 1, 1) %
                 (uint64_t)(call.count + 1));
  if (call.kind == ALLTOALLV || call.kind == ALLTOALLW)
    return (int)(mixed((uint64_t)call.number, (uint64_t)from, (uint64_t)to, 1) %
                 (uint64_t)(call.count + 1));
  return call.count;
}

/* Where the parts lie when there is one for each rank: in a window of `count`
 * plus one elements each, the last one unused. */
static int place(int rank)
{
  switch (call.kind) {
  case GATHERV:
  case SCATTERV:
  case ALLGATHERV:
  case ALLTOALLV:
  case ALLTOALLW:
    return rank * (call.count + 1);
  default:
    return rank * call.count;
  }
}

static char *sent, *received, *expected;
static int room; /* in elements */

static void *at(char *buffer, int i)
{
  return buffer + (size_t)i * (size_t)call.type->size;
}

/* Part `to` of the contribution of a rank; numbered from the place on. */
static void contribute(char *buffer, int where, int rank, int first, int count)
{
  for (int i = 0; i < count; i++)
    element(call.type, call.number, rank, first + i, at(buffer, where + i));
}

/* The combination of the contributions of ranks [0, ranks), from element
 * `first` on. */
static void reduce(int where, int ranks, int first, int count)
{
  _Alignas(16) char x[16];
  for (int i = 0; i < count; i++)
    for (int r = 0; r < ranks; r++) {
      element(call.type, call.number, r, first + i, x);
      if (r == 0)
        memcpy(at(expected, where + i), x, (size_t)call.type->size);
      else
        combine(call.type, call.op, at(expected, where + i), x);
    }
}

static int segment(int rank)
{
  int first = 0;
  for (int r = 0; r < rank; r++)
    first += part(r, r);
  return first;
}

static int is_root(void)
{
  return call.me == call.root;
}

static void expect_moved(void)
{
  int to = call.me;
  switch (call.kind) {
  case BCAST:
    contribute(expected, 0, call.root, 0, call.count);
    break;
  case GATHER:
  case GATHERV:
    for (int r = 0; is_root() && r < call.n; r++)
      contribute(expected, place(r), r, 0, part(r, to));
    break;
  case ALLGATHER:
  case ALLGATHERV:
    for (int r = 0; r < call.n; r++)
      contribute(expected, place(r), r, 0, part(r, to));
    break;
  case SCATTER:
  case SCATTERV:
    if (is_root() && call.in_place) break;
    contribute(expected, 0, call.root, place(to), part(call.root, to));
    break;
  case ALLTOALL:
  case ALLTOALLV:
  case ALLTOALLW:
    for (int r = 0; r < call.n; r++)
      contribute(expected, place(r), r, place(to), part(r, to));
    break;
  default:
    break;
  }
}

static void expect(void)
{
  switch (call.kind) {
  case REDUCE:
    if (is_root()) reduce(0, call.n, 0, call.count);
    break;
  case ALLREDUCE:
    reduce(0, call.n, 0, call.count);
    break;
  case SCAN:
    reduce(0, call.me + 1, 0, call.count);
    break;
  case EXSCAN:
    if (call.me > 0) reduce(0, call.me, 0, call.count);
    break;
  case REDUCE_SCATTER:
    reduce(0, call.n, segment(call.me), part(call.me, call.me));
    break;
  case REDUCE_SCATTER_BLOCK:
    reduce(0, call.n, call.me * call.count, call.count);
    break;
  default:
    expect_moved();
  }
}

/* --- doing it --- */

static int counts[2][MOST], displs[2][MOST], bytes[2][MOST];
static MPI_Datatype handles[MOST];

static void lists(void)
{
  for (int r = 0; r < call.n; r++) {
    counts[0][r] = part(call.me, r);
    counts[1][r] = part(r, call.me);
    if (call.kind == REDUCE_SCATTER) counts[0][r] = part(r, r);
    if (call.kind == SCATTERV) counts[0][r] = part(call.root, r);
    displs[0][r] = displs[1][r] = place(r);
    bytes[0][r] = bytes[1][r] = place(r) * call.type->size;
    handles[r] = call.type->handle;
  }
}

/* A call in the drawn form: as it is, with a request, or persistent and
 * started twice. In place operands are read once only, so not twice. */
#define DO(name, iname, ...)                                                   \
  do {                                                                         \
    MPI_Request r = MPI_REQUEST_NULL;                                          \
    if (call.form == 0) ACCEPTED(MPI_##name(__VA_ARGS__, call.comm));          \
    if (call.form == 1) ACCEPTED(MPI_##iname(__VA_ARGS__, call.comm, &r));     \
    ACCEPTED(MPI_Wait(&r, MPI_STATUS_IGNORE));                                 \
    PERSISTENT(name, __VA_ARGS__);                                             \
  } while (0)
#if MPI_VERSION >= 4
#define PERSISTENT(name, ...)                                                  \
  if (call.form == 2) {                                                        \
    ACCEPTED(MPI_##name##_init(__VA_ARGS__, call.comm, MPI_INFO_NULL, &r));    \
    for (int i = call.once; i < 2; i++) {                                      \
      ACCEPTED(MPI_Start(&r));                                                 \
      ACCEPTED(MPI_Wait(&r, MPI_STATUS_IGNORE));                               \
    }                                                                          \
    MPI_Request_free(&r);                                                      \
  }
#else
#define PERSISTENT(name, ...)
#endif

static void move(const void *in)
{
  MPI_Datatype t = call.type->handle;
  int c = call.count, me = call.me, root = call.root;
  switch (call.kind) {
  case BCAST:
    DO(Bcast, Ibcast, received, c, t, root);
    break;
  case GATHER:
    DO(Gather, Igather, in, c, t, received, c, t, root);
    break;
  case GATHERV:
    DO(Gatherv, Igatherv, in, part(me, me), t, received, counts[1], displs[1],
       t, root);
    break;
  case SCATTER:
    DO(Scatter, Iscatter, sent, c, t,
       is_root() && call.in_place ? MPI_IN_PLACE : received, c, t, root);
    break;
  case SCATTERV:
    DO(Scatterv, Iscatterv, sent, counts[0], displs[0], t,
       is_root() && call.in_place ? MPI_IN_PLACE : received, part(root, me), t,
       root);
    break;
  case ALLGATHER:
    DO(Allgather, Iallgather, in, c, t, received, c, t);
    break;
  case ALLGATHERV:
    DO(Allgatherv, Iallgatherv, in, part(me, me), t, received, counts[1],
       displs[1], t);
    break;
  case ALLTOALL:
    DO(Alltoall, Ialltoall, in, c, t, received, c, t);
    break;
  case ALLTOALLV:
    DO(Alltoallv, Ialltoallv, in, counts[0], displs[0], t, received, counts[1],
       displs[1], t);
    break;
  case ALLTOALLW:
    DO(Alltoallw, Ialltoallw, in, counts[0], bytes[0], handles, received,
       counts[1], bytes[1], handles);
    break;
  default:
    ACCEPTED(MPI_Barrier(call.comm));
  }
}

static void compute(const void *in)
{
  MPI_Datatype t = call.type->handle;
  int c = call.count;
  switch (call.kind) {
  case REDUCE:
    DO(Reduce, Ireduce, in, received, c, t, call.op, call.root);
    break;
  case ALLREDUCE:
    DO(Allreduce, Iallreduce, in, received, c, t, call.op);
    break;
  case SCAN:
    DO(Scan, Iscan, in, received, c, t, call.op);
    break;
  case EXSCAN:
    DO(Exscan, Iexscan, in, received, c, t, call.op);
    break;
  case REDUCE_SCATTER:
    DO(Reduce_scatter, Ireduce_scatter, in, received, counts[0], t, call.op);
    break;
  default:
    DO(Reduce_scatter_block, Ireduce_scatter_block, in, received, c, t,
       call.op);
  }
}

/* The contribution of this rank, wherever it lies; the expectation begins as
 * what stands in the receive buffer. */
static void fill(size_t size)
{
  memset(received, 0x5a, size);
  contribute(sent, 0, call.me, 0, room);
  if (call.kind == BCAST && is_root())
    contribute(received, 0, call.me, 0, call.count);
  if (call.in_place) {
    if (call.kind == GATHER || call.kind == GATHERV)
      contribute(received, place(call.me), call.me, 0, part(call.me, call.me));
    else if (call.kind == ALLGATHER || call.kind == ALLGATHERV)
      contribute(received, place(call.me), call.me, 0, part(call.me, call.me));
    else if (call.kind != SCATTER && call.kind != SCATTERV)
      contribute(received, 0, call.me, 0, room);
  }
  memcpy(expected, received, size);
}

/* In place, the rest of a reduce_scatter's buffer is left open. */
static size_t compared(size_t size)
{
  if (!call.in_place) return size;
  if (call.kind == REDUCE_SCATTER)
    return (size_t)part(call.me, call.me) * (size_t)call.type->size;
  if (call.kind == REDUCE_SCATTER_BLOCK)
    return (size_t)call.count * (size_t)call.type->size;
  return size;
}

static void judge(size_t size)
{
  size = compared(size);
  if (memcmp(received, expected, size) == 0) {
    digest_add(received, size);
    return;
  }
  size_t i = 0;
  while (received[i] == expected[i])
    i++;
  complain(__FILE__, __LINE__, "received as expected");
  printf("  call %d: %s of %d elements of %d bytes, form %d, in place %d, root "
         "%d, rank %d of %d: byte %zu is %02x, expected %02x\n",
         call.number, names[call.kind], call.count, call.type->size, call.form,
         call.in_place, call.root, call.me, call.n, i,
         (unsigned char)received[i], (unsigned char)expected[i]);
}

static int may_be_in_place(void)
{
  switch (call.kind) {
  case BARRIER:
  case BCAST:
    return 0;
  case GATHER:
  case GATHERV:
  case SCATTER:
  case SCATTERV:
    return is_root();
  case REDUCE:
    return is_root() && !PORTABLE_ONLY;
  case ALLTOALLV: /* what comes and goes must be equally much */
  case ALLTOALLW:
    return 0;
  default:
    return 1;
  }
}

/* The same in all parts of a communicator that was split. */
static int draw_count(void)
{
  switch (draw(8)) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return 200 + draw(LARGEST / world_size() + 1);
  default:
    return draw(40);
  }
}

static void play(int number, MPI_Comm comm)
{
  call.number = number;
  call.comm = comm;
  MPI_Comm_rank(comm, &call.me);
  MPI_Comm_size(comm, &call.n);
  call.kind = draw(KINDS);
  call.form = draw(3 - PORTABLE_ONLY);
  call.in_place = call.once = draw(3) == 0;
  call.root = draw(1 << 20) % call.n;
  call.count = draw_count();
  call.type = &types[draw(type_count)];
  call.op = draw_op(call.type);
  if (!may_be_in_place()) call.in_place = 0;
  room = call.n * (call.count + 1) + 1;
  size_t size = (size_t)room * (size_t)call.type->size + GUARD;
  sent = malloc(size), received = malloc(size), expected = malloc(size);
  lists();
  fill(size);
  expect();
  const void *in = call.in_place ? MPI_IN_PLACE : sent;
  if (call.kind >= REDUCE)
    compute(in);
  else
    move(in);
  judge(size);
  free(sent), free(received), free(expected);
}

int main(int argc, char **argv)
{
  enum { COMMS = 5 };
  MPI_Comm comms[COMMS];
  MPI_Init(&argc, &argv);
  random_seed(argc > 1 ? atoi(argv[1]) : 1);
  int calls = argc > 2 ? atoi(argv[2]) : 10, me = world_rank();
  comms[0] = MPI_COMM_WORLD;
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &comms[2]);
  MPI_Comm_split(MPI_COMM_WORLD, me % 3 == 0, me, &comms[3]);
  MPI_Comm_split(MPI_COMM_WORLD, me / 4, -me, &comms[4]);
  make_types();
  for (int i = 0; i < calls; i++)
    play(i, comms[draw(COMMS)]);
  for (int i = 1; i < COMMS; i++)
    MPI_Comm_free(&comms[i]);
  int code = random_report();
  MPI_Finalize();
  return code;
}
