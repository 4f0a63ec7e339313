/* What comes of a meeting that makes communicators: one for each member, or
 * none. The first to leave the meeting makes it for everybody.
 *
 * Invariant: a creation holds one reference for each member that has yet to
 * take its communicator, and goes with the last of them. */
#ifndef ORIEL_COMM_CREATION_H
#define ORIEL_COMM_CREATION_H

#include "../../model/comm/comm.h"
#include "../coll/meet.h"

struct share {
  struct comm *comm; /* NULL: MPI_COMM_NULL */
  int stranger;      /* member whose arguments do not fit; -1: none */
};

struct creation {
  int left; /* members that have yet to take their share */
  struct share shares[];
};

/* Where the members of a communicator meet: those of both groups of an
 * intercommunicator, side 0's first. */
static inline struct comm_view *meeting_view(struct comm_view *view)
{
  return view->both ? view->both : view;
}

struct creation *creation_new(int members);
/* Give a communicator to its members, who are members of `parent`; takes over
 * the caller's reference. */
void creation_add(struct creation *, struct group *parent, struct comm *);
/* The two sides of a new intercommunicator; none when a group is empty. */
void creation_add_pair(struct creation *, struct group *parent,
                       struct group *sides[2]);
/* Leave the meeting with what is self's. */
struct share creation_take(struct meeting *, int rank);

#endif
