/* Communicators in the making: what members find before they have all met.
 *
 * The first member that asks makes the communicator, the last takes it out of
 * the table. A member that asks twice for the same before the others asked once
 * would spoil it, so the key tells such calls apart. */
#ifndef ORIEL_COMM_PENDING_H
#define ORIEL_COMM_PENDING_H

#include <stddef.h>
#include <stdint.h>

struct comm;
struct group;
struct strand;

struct pending_key {
  struct comm *parent; /* NULL: none */
  int64_t number;
  const char *tag;         /* NULL: none */
  struct group *groups[2]; /* the second NULL: an intracommunicator */
};

/* A reference of the one that all members get; side 0 for a member of the
 * first group. */
struct comm *pending_join(const struct pending_key *, int side);
/* In words, if the strand waits for a rank that has not asked for the same:
 * " with tag 7; rank 2 has tag 8". Else nothing. */
void pending_explain(const struct strand *, int whom, char *text, size_t size);

#endif
