/* What the collective calls share: three forms of each, one core.
 *
 * MPI_X, MPI_Ix and MPI_X_init differ in how the schedule is run; the core
 * checks the arguments, fills in a `struct coll` and hands it to
 * collective_do. Collective calls are checked before anything is sent, so a
 * refused call leaves the others waiting for this rank. */
#ifndef ORIEL_COLLECTIVE_H
#define ORIEL_COLLECTIVE_H

#include "../coll/algorithm.h"
#include "call.h"
#include "../../model/window/window.h"

#include <mpi.h>

struct form {
  enum { BLOCKING, NONBLOCKING, PERSISTENT } how;
  MPI_Info info;
  MPI_Request *request;
};

extern const struct form form_blocking;

/* The three forms of a call: their names, the core's name, its arguments in
 * parentheses, and the parameters that the three have in common. */
#define COLLECTIVE(x, ix, x_init, core, arguments, ...)                        \
  int api_##x(__VA_ARGS__)                                                     \
  {                                                                            \
    return core(COLLECTIVE_LIST arguments, &form_blocking);                    \
  }                                                                            \
  int api_##ix(__VA_ARGS__, MPI_Request *request)                              \
  {                                                                            \
    struct form form = {NONBLOCKING, MPI_INFO_NULL, request};                  \
    return core(COLLECTIVE_LIST arguments, &form);                             \
  }                                                                            \
  int api_##x_init(__VA_ARGS__, MPI_Info info, MPI_Request *request)           \
  {                                                                            \
    struct form form = {PERSISTENT, info, request};                            \
    return core(COLLECTIVE_LIST arguments, &form);                             \
  }
#define COLLECTIVE_LIST(...) __VA_ARGS__

static inline struct list ints(const int *at)
{
  return (struct list){at, at, false};
}

/* MPI_Count and MPI_Aint alike. */
static inline struct list wides(const void *at)
{
  return (struct list){at, at, true};
}

/* The draft of a call: no arguments yet. There is one for all ranks, since none
 * waits between its checks; a stack has left the caches meanwhile. */
struct coll *collective_draft(bool in_place);

/* Run it as the form says. Takes over the draft's arrays of types, and says
 * no more than its own errors: the arguments are checked. */
int collective_do(struct coll *draft, struct comm_view *, enum collective,
                  const struct form *);

/* What self is to a rooted collective: are the root's arguments significant,
 * are a member's? Of an intercommunicator's two groups one has the root, and
 * the others there are neither. */
struct role {
  bool root, member;
};
/* 0 or a fault's class; `root` is noted in the draft. */
int role_of(struct coll *draft, const struct comm_view *, int root,
            struct role *);

/* How many ranks self's blocks come from or go to. */
static inline int partners(const struct comm_view *view)
{
  return group_size(comm_peers(view->comm));
}

/* What is not the names of a message: arrays of counts, and types; of the one
 * side that has them. */
extern const struct argument_names names_sends, names_recvs, names_wsends,
    names_wrecvs, names_scattered, names_gathered;

/* The arguments of one side of a call: blocks that are all alike; or each with
 * its count and displacement, of one type, or each with its own. */
struct side {
  enum { SIDE_ALIKE, SIDE_LISTED, SIDE_TYPED } kind;
  const struct argument_names *names;
  const void *buffer;
  MPI_Datatype type;
  MPI_Count count;
  struct list counts, displs;
  const MPI_Datatype *types;
};
#define ALIKE(names, buffer, n, type)                                          \
  (&(struct side){SIDE_ALIKE, &names, buffer, type, .count = n})
#define LISTED(names, buffer, counts, displs, type)                            \
  (&(struct side){SIDE_LISTED, &names, buffer, type, 0, counts, displs, NULL})
#define TYPED(names, buffer, counts, displs, types)                            \
  (&(struct side){SIDE_TYPED, &names, buffer, 0, 0, counts, displs, types})

/* Fill in a side of so many blocks. 0 or a fault's class, as of the checks
 * below. */
int blocks_uniform(struct blocks *, const void *base, MPI_Count count,
                   int blocks, MPI_Datatype, const struct argument_names *);
int blocks_of_side(struct blocks *, const struct side *, int blocks);
/* Counts of all members, none negative; their sum. */
int check_counts(struct list, int size, const char *argument, MPI_Count *total);
/* MPI_IN_PLACE means something in an intracommunicator only. */
int check_in_place(const struct comm_view *, const void *sendbuf);

/* What sends and what receives share a byte (collective_apart.c); then it is
 * one of these faults: `argument` should be MPI_IN_PLACE; or it may not be. */
bool sides_meet(const struct blocks *send, int out, const struct blocks *recv,
                int in);
int fault_same(const char *argument);
int fault_overlap(void);
/* No entry of a block that is received shares a byte with another one; nor do
 * blocks that come from n ranks, or neighbors as they are numbered, so that
 * what is there at the end is not anything. */
int check_entries(const struct blocks *, int n);
int check_received(const struct blocks *, int n, const char *whose,
                   const char *section);
/* Blocks that MPI_Scatter and its like send to n ranks, but one that stays, or
 * -1: a checker is told of those that share a byte. */
void tell_read_twice(const struct blocks *, int n, int without);

#endif
