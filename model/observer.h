/* Observers: who is told of every event of a run.
 *
 * Tracers, checkers and statistics implement this; the protocols call it;
 * only the launcher registers who listens. Ranks are world ranks, dates are
 * seconds of simulated time, sizes are bytes. Invariant: an observer changes
 * nothing that a program could see, so a run is the same with and without.
 *
 * Where nobody listens an event costs one test:
 *
 *   OBSERVE(message, .from = 3, .to = 4, .bytes = 8, .date = now);  */
#ifndef ORIEL_OBSERVER_H
#define ORIEL_OBSERVER_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rank enters an MPI function, or leaves it. */
struct observed_call {
  int rank;
  int function;     /* index in the table of functions */
  const char *name; /* "MPI_Put" */
  const void *site; /* return address in the program */
  bool returns;     /* it leaves; else it enters */
  double entered;   /* local time of the rank */
  double left;      /* likewise; and what it returns: when it leaves */
  int error;
};

enum observed_kind {
  OBSERVED_PUT,
  OBSERVED_GET,
  OBSERVED_ACCUMULATE,
  OBSERVED_GET_ACCUMULATE, /* and fetch_and_op */
  OBSERVED_COMPARE_AND_SWAP,
  OBSERVED_KINDS
};

/* An RMA operation is issued. */
struct observed_operation {
  enum observed_kind kind;
  int origin, target;
  const void *window; /* the same at all members; to compare, not to show */
  size_t bytes;       /* of target memory read or written */
  const void *memory; /* where they begin, at the target */
  double date;
};

/* A point-to-point message is sent, collectives' included. */
struct observed_message {
  int from, to;
  uint32_t context;
  int tag;
  size_t bytes;
  double date;
};

/* What simulated time is spent on. The first five are CPU time by kind of
 * call, in the order of enum cost_call. */
enum observed_term {
  TERM_O_PUT,
  TERM_O_GET,
  TERM_O_ACC,
  TERM_O_SEND,
  TERM_O_RECV,
  TERM_ATOMIC,
  TERM_COMBINE,
  TERM_COPY,
  TERM_CLOCK,
  TERM_POLL,
  TERM_COMPUTE,
  TERM_NOISE,     /* what CPU time took longer than these say */
  TERM_LATENCY,   /* of the routes of messages */
  TERM_BANDWIDTH, /* bytes over the bandwidth that a message got */
  TERM_QUEUE,     /* messages waiting for an interface */
  TERM_ACK,
  TERM_COUNT
};

/* What was spent on each so far: a sum, and no event, since every message adds
 * to it several times. */
#pragma GCC visibility push(hidden)
extern double time_spent[TERM_COUNT];
#pragma GCC visibility pop

/* --- for checkers: who accesses what, and what orders it ---
 *
 * The events of one run come in an order that no rule of MPI contradicts: what
 * must happen before another event is told before it. A thread of execution is
 * a strand of a rank, by its number there; strand 0 runs main(). `site` is a
 * return address in the program, `call` the name of the function. Where
 * nothing else is said, the strand is inside that call. */

struct datatype;
struct op;
struct comm_view;
struct window_view;

/* What a checker keeps of an origin and a target: whoever tells of them gives
 * it this room, all zero at first, until the window is gone. */
struct checked_pair;
struct carrier;
struct releases;
enum { CHECKED_PAIR = 56 }; /* bytes, at a cache line */

struct observed_strand {
  int rank, number;
  int use; /* threads, one after the other, may be of one number: the n-th */
};

/* What carries order from one strand to another: a message, a mutex, the n-th
 * collective of a communicator. To compare, never to show or to follow. Whoever
 * tells of it may give a place, always the same, for what the checker keeps of
 * it, else NULL: all zero at first. Those of one place have other numbers, and
 * are few at a time. Carriers that have a place to themselves may have another
 * in common, if many release to them and few acquire: for what waits until
 * somebody does. That is forgotten with its carriers, by an event of its own,
 * which names this place alone. */
struct observed_carrier {
  const void *object;
  uint64_t number;
  struct carrier **kept;
  struct releases **waiting;
};

enum observed_order_kind {
  OBSERVED_RELEASE, /* what this strand did comes before ... */
  OBSERVED_ACQUIRE, /* ... what a strand does that acquires later */
  OBSERVED_REPLACE, /* release, forgetting the earlier ones of this carrier */
  OBSERVED_PASS,    /* what was released to `of` is to this one, too */
  OBSERVED_FORGET,  /* nobody will acquire from this carrier any more ... */
  OBSERVED_GO_ON,   /* ... unless this strand alone has released to it */
};

/* A release says how many releases and acquires its carrier has, if that is
 * known (else zero): it is forgotten after the last. Meetings of all with all,
 * barriers and fences, say how many release: it costs O(1) for each of them. */
struct observed_order {
  enum observed_order_kind kind;
  struct observed_strand strand;
  struct observed_carrier carrier;
  const void *of; /* OBSERVED_PASS: a carrier of that object alone */
  int releases, acquires;
  bool fence; /* of C11: what it orders may be in any memory */
};

/* `count` elements of a type at an address; type NULL: so many bytes. */
struct observed_data {
  const void *address;
  MPI_Count count;
  const struct datatype *type;
};

enum observed_epoch {
  EPOCH_FENCE,
  EPOCH_START,
  /* Of passive target communication: */
  EPOCH_LOCK,
  EPOCH_LOCK_SHARED,
  EPOCH_LOCK_ALL
};

/* An operation is issued: told on its rank's stack, before `operation`
 * with the same number. Buffers it does not have are NULL. */
struct observed_issue {
  uint64_t number;
  enum observed_kind kind;
  struct observed_strand strand; /* at the origin */
  const char *call;
  const void *site;
  const struct window_view *window;                     /* the origin's */
  int target;                                           /* rank in the window */
  struct observed_data origin, compare, result, memory; /* memory: target's */
  MPI_Count origin_count, result_count; /* as named; more than is used, maybe */
  MPI_Count *room; /* what it fetches goes to so many elements of its buffer;
                      less by who knows that there are no more */
  const struct op *op;
  enum observed_epoch epoch;
  const void *opened; /* where the call that opened it stands */
  bool request;       /* request-based: OBSERVED_REQUEST may come */
  bool waits;    /* for a post or a lock: `admission` will tell, now or later */
  bool threaded; /* as in `touch` */
  void **kept;   /* a place for what the checker keeps of it; NULL until then */
  struct checked_pair *pair; /* of its origin and target */
  double date;
};

/* The target's memory is open to an operation that waited: its access comes
 * after what was released to these carriers. (Not for what follows it in its
 * own strand: a start orders only the epoch's operations.) Also told of one
 * that did not wait, straight after `issue`, when there are such carriers. */
struct observed_admission {
  uint64_t number;
  void **kept; /* as in `issue` */
  struct observed_carrier after;
};

/* The target's memory was read or written. */
struct observed_applied {
  void **kept; /* as in `issue` */
  struct observed_data memory;
  bool reads; /* a swap that found another value, and wrote nothing */
};

enum observed_completion_kind {
  OBSERVED_LOCAL,   /* flush_local: origin buffers are free */
  OBSERVED_REMOTE,  /* flush, unlock, fence: local and remote */
  OBSERVED_CLOSED,  /* Win_complete: local, and the epoch's operations to
                       `target` wait for the target's OBSERVED_EXPOSED */
  OBSERVED_EXPOSED, /* the target's wait or test: those of the oldest epoch
                       that `origin` closed are remotely complete */
  OBSERVED_REQUEST, /* a request-based operation is locally complete */
};

/* Operations are complete, and this strand knows. A fence tells it before it
 * releases to its carrier, so that all who leave the fence know too. An unlock
 * need not tell it when a flush of all targets told it since the last one. */
struct observed_completion {
  enum observed_completion_kind kind;
  struct observed_strand strand;    /* of the origin; EXPOSED: of the target */
  const struct window_view *window; /* that rank's */
  int target;                /* rank in the window; -1: all. EXPOSED: itself */
  int origin;                /* likewise; EXPOSED only */
  struct checked_pair *pair; /* as in `issue`; where all are meant: NULL */
  uint64_t number;           /* REQUEST only: of the operation */
  const char *call;
  const void *site;
  double date;
};

/* What a buffer's call has started by MPI_Start and the like. */
enum observed_start {
  STARTED_NONE,
  STARTED_MESSAGE,
  STARTED_PARTITIONED,
  STARTED_COLLECTIVE
};

/* A buffer argument that is not an RMA operation's: of messages, collectives
 * and files. pending 0: the access is over when the call returns; else until
 * `buffer_end` with that number (nonblocking and persistent calls). */
struct observed_buffer {
  struct observed_strand strand;
  const char *call;
  const void *site;
  const char *argument; /* "buf", "recvbuf" */
  struct observed_data data;
  const void *whole; /* what it is a block of; NULL: of nothing */
  bool write;
  bool replaces; /* it writes what the call has read there, in part perhaps */
  enum observed_start started;
  uint64_t pending;
  MPI_Count *room; /* likewise less by who knows; or NULL */
  double date;
};

/* A wait or test told this strand that the access is over. */
struct observed_buffer_end {
  struct observed_strand strand;
  uint64_t pending;
  bool given_up; /* no: its request was freed, so no call will */
  const char *call;
  const void *site;
};

/* The program itself loaded or stored [from, to): seen when it is compiled
 * for that. Outside calls, or from a function of the C library it called. */
struct observed_touch {
  struct observed_strand strand;
  const void *site; /* return address of the instrumentation's call */
  const char *from, *to;
  bool write;
  bool atomic; /* by C11's or OpenMP's atomics */
  bool again;  /* more than once the very same bytes, as a polling loop does */
  bool repeated; /* more than once, with others between */
  bool once;     /* after MPI_Win_sync: by its code, no look of a loop */
  bool threaded; /* other strands of the rank run, too */
  unsigned row;  /* the same: between them the strand called nothing */
  double date;
};

/* Memory was given back (free, munmap): what is accessed there from now on is
 * other memory. */
struct observed_freed {
  struct observed_strand strand;
  const char *from, *to;
  const char *call; /* "free", "MPI_Free_mem", "munmap" */
  const void *site;
  const void *mpi; /* the MPI_Alloc_mem that gave it; NULL: none did ... */
  int owner;       /* ... to this rank */
  double date;
};

/* What a call does to the two copies of a window's memory, as bits: what this
 * rank has stored is in the public copy (post, fence, unlock, MPI_Win_sync);
 * what others have updated is in the private one (wait, fence, lock,
 * MPI_Win_sync). [MPI-4.1 12.7] */
enum observed_copies { OBSERVED_PUBLIC = 1, OBSERVED_PRIVATE = 2 };

/* A call that synchronises a window; start and complete do neither of these. */
struct observed_sync {
  struct observed_strand strand;
  const struct window_view *window; /* NULL: none; time passed in which a strand
                                       polled, and may look at memory next */
  unsigned copies;                  /* enum observed_copies */
  const char *call;
  const void *site;
};

enum observed_epoch_kind {
  OBSERVED_FENCE,
  OBSERVED_POST,
  OBSERVED_START,
  OBSERVED_LOCK,  /* and lock_all; those above open an epoch */
  OBSERVED_WAIT,  /* and a successful test */
  OBSERVED_CLOSE, /* complete, unlocks */
  OBSERVED_FREE,  /* MPI_Win_free */
};

/* A call that begins or ends an epoch, and that MPI allows: told when it
 * begins. */
struct observed_epoch_call {
  enum observed_epoch_kind kind;
  struct observed_strand strand;
  const struct window_view *window;
  int assertion; /* of a lock's end: with what it was locked */
  int type;      /* of the lock that begins or ends, MPI_LOCK_*; 0: none does */
  int target;    /* likewise, rank in the window; -1: all */
  bool threaded; /* as in `touch` */
  const char *call;
  const void *site;
  double date;
};

/* Memory of a window comes or goes: all of it, or an attached part. Told for
 * each rank, of its own exposure. */
struct observed_exposure {
  struct observed_strand strand;
  const struct window_view *window;
  const char *from, *to;
  bool ends;
  const char *call; /* that makes, attaches or detaches it; NULL: it goes with
                       the window */
  const void *site;
  double date;
};

/* A member is told where another one's memory lies, which is near: it may load
 * and store there from now on. */
struct observed_query {
  const struct window_view *window; /* the other one's; `told` the next time */
};

/* A member's MPI_Win_free returns: all of its memory is told to have gone, and
 * nothing of its operations is to come. */
struct observed_window_end {
  struct observed_strand strand;
  const struct window_view *window;
};

/* One end of a message: a call of the program. */
struct observed_end {
  struct observed_strand strand;
  const char *call; /* NULL: none of the program's */
  const void *site;
};

/* A point-to-point message of the program meets its receive. */
struct observed_match {
  struct observed_end sender, receiver;
  struct observed_data sent, received; /* what fits of it arrives */
  /* What came before the send, and before the receive, was released to. */
  struct observed_carrier message, receive;
  bool ready; /* it was sent by MPI_Rsend or the like */
  int tag;
  double date;
};

/* A point-to-point message of the program is under way, until it meets its
 * receive or is taken back: also one of data that the program does not see, of
 * which `match` is not told. */
struct observed_mail {
  struct observed_end sender;
  uint64_t number; /* of the message */
  int to, tag;
  bool ends;
  double date;
};

/* A member calls a collective of a communicator, or one of those calls that
 * consist of some, as MPI_Win_create: told when it begins. Calls of the same
 * number meet. What is not significant at this rank has type NULL. */
struct observed_collective {
  struct observed_strand strand;
  const struct comm_view *comm; /* the member's */
  uint32_t number;              /* among the communicator's */
  int root; /* as in observed_block; -1: none, or it is not known here */
  const struct op *op; /* NULL: none */
  /* A block that all members must describe alike, by address-less data; and
   * another that must match it at this member. */
  struct observed_data block, own;
  bool threaded; /* as in `touch` */
  bool beside;   /* another thread of the rank is in one of this communicator */
  const char *call;
  const void *site;
  double date;
};

/* A block that one member of a collective sends to another, or itself, and that
 * need not be like other blocks: told by either, if it is not empty. */
struct observed_block {
  struct observed_strand strand;
  const struct comm_view *comm;
  uint32_t number;
  int from, to;  /* ranks of the communicator: comm_all()'s */
  int nth;       /* from 0: of the blocks between the two, as neighbors */
  bool received; /* told by the receiver */
  struct observed_data data;
  const char *call;
  const void *site;
  double date;
};

/* A rank is in MPI_Finalize and the program has no more to do there, or leaves
 * it without an error; or in MPI_Session_finalize. */
struct observed_finalize {
  struct observed_strand strand;
  uint16_t session; /* its number; 0: MPI_Finalize */
  const char *call;
  const void *site;
  bool returns;
  double date;
};

/* A thread has ended, and what was on its stack with it. */
struct observed_thread_end {
  struct observed_strand strand;
  /* Its stack, and what it had of thread-local variables, if others do not go
   * on with these: other memory from now on. */
  struct {
    const char *from, *to;
  } gone[2];
};

/* One of several threads of a rank leaves a call; or enters one, while no other
 * is in any, that must come after all of theirs: each under
 * MPI_THREAD_SERIALIZED, and MPI_Finalize. */
struct observed_turn {
  struct observed_strand strand;
  bool ends;
  bool last; /* MPI_Finalize */
  const char *call;
  const void *site;
  double date;
};

/* Handles of a program come and go; and, where a rank has several threads, are
 * used: but a window's, of whose calls others tell, and an error handler's,
 * which is freed as often as it was asked for. */
enum observed_handle_event { OBSERVED_MADE, OBSERVED_USED, OBSERVED_ENDS };
struct observed_handle {
  struct observed_strand strand;
  const char *kind; /* "window", "datatype", "request" */
  int handle;       /* its number: unique among the living of the rank */
  enum observed_handle_event event;
  uint16_t session; /* that the call was about; 0: none, or not known */
  const char *call; /* NULL: none */
  const void *site;
  double date;
};

/* A call failed; also under MPI_ERRORS_RETURN. */
struct observed_error {
  struct observed_strand strand;
  int class;
  const char *sentence; /* continues "rank 3 at halo.c:88: MPI_Put" */
  const char *call;
  const void *site;
  bool fatal;  /* the run ends with it */
  bool misuse; /* of MPI, which nothing refuses and no handler hears of */
  bool differ; /* such a one: members of a collective call do not agree */
  double date;
};

#define OBSERVED_EVENTS(X)                                                     \
  X(call)                                                                      \
  X(operation)                                                                 \
  X(message)                                                                   \
  X(order)                                                                     \
  X(issue)                                                                     \
  X(admission)                                                                 \
  X(applied)                                                                   \
  X(completion)                                                                \
  X(buffer)                                                                    \
  X(buffer_end)                                                                \
  X(touch)                                                                     \
  X(freed)                                                                     \
  X(sync)                                                                      \
  X(epoch_call)                                                                \
  X(match)                                                                     \
  X(mail)                                                                      \
  X(collective)                                                                \
  X(block)                                                                     \
  X(exposure)                                                                  \
  X(query)                                                                     \
  X(window_end)                                                                \
  X(finalize)                                                                  \
  X(thread_end)                                                                \
  X(turn)                                                                      \
  X(handle)                                                                    \
  X(error)

/* All functions may be NULL. The event lives until the function returns. */
struct observer {
#define X(event)                                                               \
  void (*event)(struct observer *, const struct observed_##event *);
  OBSERVED_EVENTS(X)
#undef X
  struct observer *next;
};

/* Who listens to what; false: nobody. */
struct observers_hear {
#define X(event) bool event;
  OBSERVED_EVENTS(X)
#undef X
};
#pragma GCC visibility push(hidden)
extern struct observers_hear observers_hear;
#pragma GCC visibility pop

/* Who withholds events of a strand for a while is called before any other event
 * is told, at the begin and end of each call, and before another strand is in
 * place; NULL: nobody does. The round grows with each of these. */
#pragma GCC visibility push(hidden)
extern void (*observers_withheld)(void);
extern unsigned long observers_round;
#pragma GCC visibility pop
static inline void observers_tell_withheld(void)
{
  observers_round++;
  if (observers_withheld) observers_withheld();
}

/* Before an operation is told of at its target, as admitted or as applied: let
 * memory be asked for, in the stages of sim/engine/foresight.h and some more.
 * `kept` as in `issue`. NULL: nobody wants that. */
enum { OBSERVED_STAGES = 5 };
extern void (*observers_foresee)(void *const *kept, const void *memory,
                                 bool applied, int stage);

/* Before a rank goes on that waited: the same in two stages, of what the next
 * events of its main() touch. */
extern void (*observers_foresee_turn)(int rank, int stage);

/* Takes over the memory of a window that is gone, to give it back later:
 * whoever finds who still uses it. NULL: nobody does. */
struct window;
extern void (*observers_keep)(struct window *);

/* A user's operator runs: what it touches is the operation's data, of which
 * others tell. */
extern bool observers_operator_runs;

/* Told after those that were added before. */
void observer_add(struct observer *);
void observer_remove(struct observer *);

#define OBSERVE(event, ...)                                                    \
  do {                                                                         \
    if (__builtin_expect(observers_hear.event, 0))                             \
      observe_##event(&(const struct observed_##event){__VA_ARGS__});          \
  } while (0)

#define X(event) void observe_##event(const struct observed_##event *);
OBSERVED_EVENTS(X)
#undef X

/* The seconds, noted as spent on the term: rank_charge(spent(TERM_X, s)). */
static inline double spent(enum observed_term term, double seconds)
{
  time_spent[term] += seconds;
  return seconds;
}

#endif
