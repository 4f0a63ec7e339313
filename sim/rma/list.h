/* Lists of operations that wait, oldest first.
 *
 * A list is known by its last member, whose `next` is the first: both ends are
 * at hand, for one pointer. NULL is the empty list. */
#ifndef ORIEL_RMA_LIST_H
#define ORIEL_RMA_LIST_H

#include "operation.h"

static inline struct operation *list_first(struct operation *last)
{
  return last ? last->next : NULL;
}

static inline void list_prepend(struct operation **last, struct operation *o)
{
  if (!*last) *last = o->next = o;
  o->next = (*last)->next;
  (*last)->next = o;
}

static inline void list_append(struct operation **last, struct operation *o)
{
  list_prepend(last, o);
  *last = o;
}

/* Remove and return the first. */
static inline struct operation *list_take(struct operation **last)
{
  struct operation *o = list_first(*last);
  if (o == *last)
    *last = NULL;
  else
    (*last)->next = o->next;
  return o;
}

static inline bool order_before(const struct operation *a,
                                const struct operation *b)
{
  return (int)(a->order - b->order) < 0;
}

/* Insert by `order`; most come in order. */
static inline void list_insert(struct operation **last, struct operation *o)
{
  if (!*last || order_before(*last, o)) {
    list_append(last, o);
    return;
  }
  struct operation *before = *last;
  while (order_before(before->next, o))
    before = before->next;
  o->next = before->next;
  before->next = o;
}

#endif
