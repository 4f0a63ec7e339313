/* A treap: intervals in the order of where they begin, equal ones in that of
 * their coming, and a heap by priority; each subtree knows how far it reaches,
 * and how far its open ones do, so that those which end before an address are
 * passed over together. */
#include "intervals.h"

static bool comes_before(const struct interval *a, const struct interval *b)
{
  return a->from != b->from ? a->from < b->from : a->number < b->number;
}

static void renew(struct interval *i)
{
  i->reach = i->to;
  if (i->left && i->left->reach > i->reach) i->reach = i->left->reach;
  if (i->right && i->right->reach > i->reach) i->reach = i->right->reach;
  i->reach_open = i->closed ? NULL : i->to;
  if (i->left && i->left->reach_open > i->reach_open)
    i->reach_open = i->left->reach_open;
  if (i->right && i->right->reach_open > i->reach_open)
    i->reach_open = i->right->reach_open;
}

/* Into what comes before `at`, and the rest. */
static void split(struct interval *i, const struct interval *at,
                  struct interval **before, struct interval **rest)
{
  if (!i) {
    *before = *rest = NULL;
    return;
  }
  if (comes_before(i, at)) {
    split(i->right, at, &i->right, rest);
    *before = i;
  } else {
    split(i->left, at, before, &i->left);
    *rest = i;
  }
  renew(i);
}

static struct interval *merge(struct interval *before, struct interval *rest)
{
  if (!before) return rest;
  if (!rest) return before;
  struct interval *top = before->priority > rest->priority ? before : rest;
  if (top == before)
    top->right = merge(top->right, rest);
  else
    top->left = merge(before, top->left);
  renew(top);
  return top;
}

static void find_first(struct intervals *all)
{
  const struct interval *i = all->root;
  while (i && i->left)
    i = i->left;
  all->from = i ? i->from : NULL;
}

void intervals_add(struct intervals *all, struct interval *i)
{
  static uint64_t count;
  struct interval *before, *rest;
  if (i->from == i->to) return;
  i->number = ++count;
  i->priority = count * 0x9e3779b97f4a7c15u;
  i->priority = (i->priority ^ i->priority >> 30) * 0xbf58476d1ce4e5b9u;
  i->left = i->right = NULL;
  i->closed = false;
  renew(i);
  split(all->root, i, &before, &rest);
  all->root = merge(merge(before, i), rest);
  find_first(all);
}

static struct interval *without(struct interval *i, const struct interval *gone)
{
  if (i == gone) return merge(i->left, i->right);
  if (comes_before(gone, i))
    i->left = without(i->left, gone);
  else
    i->right = without(i->right, gone);
  renew(i);
  return i;
}

void intervals_remove(struct intervals *all, const struct interval *gone)
{
  if (gone->from == gone->to) return;
  all->root = without(all->root, gone);
  find_first(all);
}

static struct interval *next(struct interval *i, const struct interval *after,
                             const char *from, const char *to)
{
  if (!i || i->reach <= from) return NULL;
  if (!after || comes_before(after, i)) {
    struct interval *found = next(i->left, after, from, to);
    if (found) return found;
    if (i->from < to && i->to > from) return i;
  }
  return i->from < to ? next(i->right, after, from, to) : NULL;
}

struct interval *intervals_next(const struct intervals *all,
                                const struct interval *after, const char *from,
                                const char *to)
{
  return next(all->root, after, from, to);
}

static void renew_down_to(struct interval *i, const struct interval *changed)
{
  if (i != changed)
    renew_down_to(comes_before(changed, i) ? i->left : i->right, changed);
  renew(i);
}

void intervals_close(struct intervals *all, struct interval *i, bool closed)
{
  if (i->from == i->to) return;
  i->closed = closed;
  renew_down_to(all->root, i);
}

static struct interval *open_in(struct interval *i, const char *from,
                                const char *to)
{
  if (!i || i->reach_open <= from) return NULL;
  struct interval *found = open_in(i->left, from, to);
  if (found) return found;
  if (!i->closed && i->from < to && i->to > from) return i;
  return i->from < to ? open_in(i->right, from, to) : NULL;
}

struct interval *intervals_open_in(const struct intervals *all,
                                   const char *from, const char *to)
{
  return open_in(all->root, from, to);
}
