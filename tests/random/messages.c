/* Random messages against a naive model. All ranks draw the same list of
 * messages from the same seed; each sends its own in that order, in any mode,
 * and receives what is for it in another order, by any of the calls. Messages
 * of one sender, tag and communicator arrive in the order in which they were
 * sent; which message a receive gets is known, wildcards included, since tags
 * of a round with MPI_ANY_SOURCE belong to one sender, and in a round with
 * MPI_ANY_TAG receives follow the order of sending.
 *
 * run: np=1 args="1 30"
 * run: np=2 args="2 60"
 * run: np=5 args="3 60" twice=1
 * run: np=8 args="4 40" options="--network fluid"
 * run: np=7 args="5 40" options="--network latency --protocol message --ppn 3"
 * run: np=5 args="6 40" options="--order late"
 * run: np=5 args="7 40" options="--order reverse"
 * run: np=5 args="8 40" options="--order seed=3"
 * run: np=8 args="9 1500" long=1
 * run: np=48 args="10 150" long=1
 * stdout: ok
 */
#include "random.h"

enum { MOST = 120, LARGEST = 20000, COMMS = 3, SLACK = 8 };
enum round { NAMED, ANY_SOURCE, ANY_TAG, ROUNDS };
enum mode { STANDARD, SYNCHRONOUS, BUFFERED, PERSISTENT, MODES };
enum way { IRECV, RECV_INIT, MPROBE, WAYS };

static struct message {
  int from, to, tag, comm, count, strided;
  enum mode mode;
  enum way way;
  int *out, *in;
  MPI_Datatype out_type, in_type;
  int out_count, in_count;
  MPI_Request sending, receiving;
} list[MOST];

static int me, n, messages, number;
static MPI_Comm comms[COMMS]; /* all ranks in the world's order, or reversed */

static int rank_in(int comm, int world)
{
  return comm == 1 ? n - 1 - world : world;
}

static int value(const struct message *m, int i)
{
  return (int)mixed((uint64_t)number, (uint64_t)(m - list), (uint64_t)i, 5);
}

/* Every other element when it is strided, else all. */
static int place(int strided, int i)
{
  return strided ? 2 * i : i;
}

static void draw_message(struct message *m, enum round round)
{
  m->from = draw(n);
  m->to = draw(n);
  m->comm = draw(COMMS);
  m->tag = round == ANY_SOURCE ? m->from : draw(3);
  m->count = draw(6) == 0 ? draw(LARGEST) : draw(30);
  m->strided = draw(4); /* bit 0: at the sender, bit 1: at the receiver */
  m->mode = draw(MODES);
  m->way = draw(WAYS);
}

static void describe(int strided, int count, MPI_Datatype *type, int *elements)
{
  *type = MPI_INT;
  *elements = count;
  if (!strided) return;
  MPI_Type_vector(count, 1, 2, MPI_INT, type);
  MPI_Type_commit(type);
  *elements = 1;
}

static void prepare_send(struct message *m)
{
  m->out = malloc((size_t)(2 * m->count + 1) * sizeof(int));
  for (int i = 0; i < m->count; i++)
    m->out[place(m->strided & 1, i)] = value(m, i);
  describe(m->strided & 1, m->count, &m->out_type, &m->out_count);
}

static void send(struct message *m)
{
  int to = rank_in(m->comm, m->to);
  MPI_Comm c = comms[m->comm];
  prepare_send(m);
  switch (m->mode) {
  case STANDARD:
    MPI_Isend(m->out, m->out_count, m->out_type, to, m->tag, c, &m->sending);
    break;
  case SYNCHRONOUS:
    MPI_Issend(m->out, m->out_count, m->out_type, to, m->tag, c, &m->sending);
    break;
  case BUFFERED:
    MPI_Ibsend(m->out, m->out_count, m->out_type, to, m->tag, c, &m->sending);
    break;
  default:
    MPI_Send_init(m->out, m->out_count, m->out_type, to, m->tag, c,
                  &m->sending);
    MPI_Start(&m->sending);
  }
}

/* Room for more than what comes, when it is contiguous. */
static void prepare_receive(struct message *m)
{
  size_t size = (size_t)(2 * m->count + SLACK) * sizeof(int);
  m->in = malloc(size);
  memset(m->in, 0x5a, size);
  describe(m->strided >> 1, m->count, &m->in_type, &m->in_count);
  if (!(m->strided >> 1)) m->in_count += SLACK;
}

static void check_status(struct message *m, const MPI_Status *status)
{
  int count;
  MPI_Get_elements(status, m->in_type, &count);
  CHECK(status->MPI_SOURCE == rank_in(m->comm, m->from));
  CHECK(status->MPI_TAG == m->tag);
  SAME(count, m->count);
}

static void receive(struct message *m, enum round round)
{
  int from = round == ANY_SOURCE ? MPI_ANY_SOURCE : rank_in(m->comm, m->from);
  int tag = round == ANY_TAG ? MPI_ANY_TAG : m->tag;
  MPI_Comm c = comms[m->comm];
  MPI_Message message;
  MPI_Status status;
  prepare_receive(m);
  if (m->way == IRECV) {
    MPI_Irecv(m->in, m->in_count, m->in_type, from, tag, c, &m->receiving);
  } else if (m->way == RECV_INIT) {
    MPI_Recv_init(m->in, m->in_count, m->in_type, from, tag, c, &m->receiving);
    MPI_Start(&m->receiving);
  } else {
    MPI_Mprobe(from, tag, c, &message, &status);
    check_status(m, &status);
    MPI_Imrecv(m->in, m->in_count, m->in_type, &message, &m->receiving);
  }
}

static void check_received(struct message *m)
{
  int wrong = 0;
  for (int i = 0; i < m->count; i++)
    wrong += m->in[place(m->strided >> 1, i)] != value(m, i);
  if (m->strided >> 1)
    for (int i = 0; i + 1 < m->count; i++)
      wrong += m->in[2 * i + 1] != 0x5a5a5a5a;
  else
    wrong += m->in[m->count] != 0x5a5a5a5a;
  digest_add(m->in, (size_t)(m->count) * sizeof(int));
  if (!wrong) return;
  complain(__FILE__, __LINE__, "received as sent");
  printf("  round %d: message %d of %d ints from %d to %d, tag %d: %d wrong\n",
         number, (int)(m - list), m->count, m->from, m->to, m->tag, wrong);
}

static void release(MPI_Request *request, MPI_Datatype *type, int *buffer)
{
  if (*request != MPI_REQUEST_NULL) MPI_Request_free(request);
  if (*type != MPI_INT) MPI_Type_free(type);
  free(buffer);
}

/* Two messages that a receive could confuse: the later one must wait. */
static int rivals(const struct message *a, const struct message *b,
                  enum round round)
{
  return a->from == b->from && a->to == b->to && a->comm == b->comm &&
         (round == ANY_TAG || a->tag == b->tag);
}

/* My receives in a drawn order that keeps rivals in theirs. */
static void receive_all(enum round round)
{
  static int order[MOST];
  int count = 0;
  for (int i = 0; i < messages; i++)
    if (list[i].to == me) order[count++] = i;
  for (int k = 0; k < 4 * count; k++) {
    int at = (int)(mixed((uint64_t)number, (uint64_t)me, (uint64_t)k, 9) %
                   (uint64_t)count);
    if (at + 1 >= count) continue;
    if (rivals(&list[order[at]], &list[order[at + 1]], round)) continue;
    int swap = order[at];
    order[at] = order[at + 1];
    order[at + 1] = swap;
  }
  for (int i = 0; i < count; i++)
    receive(&list[order[i]], round);
}

static void play(void)
{
  enum round round = draw(ROUNDS);
  messages = 1 + draw(MOST < 12 * n ? MOST : 12 * n);
  for (int i = 0; i < messages; i++)
    draw_message(&list[i], round);
  for (int i = 0; i < messages; i++)
    if (list[i].from == me) send(&list[i]);
  receive_all(round);
  for (int i = 0; i < messages; i++) {
    struct message *m = &list[i];
    MPI_Status status;
    if (m->to != me) continue;
    MPI_Wait(&m->receiving, &status);
    check_status(m, &status);
    check_received(m);
    release(&m->receiving, &m->in_type, m->in);
  }
  for (int i = 0; i < messages; i++) {
    struct message *m = &list[i];
    if (m->from != me) continue;
    MPI_Wait(&m->sending, MPI_STATUS_IGNORE);
    release(&m->sending, &m->out_type, m->out);
  }
}

int main(int argc, char **argv)
{
  static char space[MOST * (LARGEST * sizeof(int) + MPI_BSEND_OVERHEAD)];
  void *back;
  int size;
  MPI_Init(&argc, &argv);
  me = world_rank(), n = world_size();
  random_seed(argc > 1 ? atoi(argv[1]) : 1);
  int rounds = argc > 2 ? atoi(argv[2]) : 10;
  MPI_Buffer_attach(space, sizeof space);
  comms[0] = MPI_COMM_WORLD;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &comms[1]);
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[2]);
  for (number = 0; number < rounds; number++) {
    play();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Buffer_detach(&back, &size);
  MPI_Comm_free(&comms[1]);
  MPI_Comm_free(&comms[2]);
  int code = random_report();
  MPI_Finalize();
  return code;
}
