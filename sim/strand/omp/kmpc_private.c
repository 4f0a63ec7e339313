/* clang's threadprivate variables, where they are not thread-locals: each
 * strand of a rank has its own, and that of main() the variable itself.
 *
 * Invariant: `initial` is what the variable held before the program first asked
 * for anyone's, which it does before each use; so that is its initial value.
 */
#include "entry.h"
#include "team.h"

#include "../../../model/memory.h"

struct place;

struct private
{
  const void *variable;
  size_t size;
  void *initial; /* NULL: nobody has asked yet */
  void *(*set_up)(void *copy);
  void **copies; /* by number of the strand */
  int room;
  struct private *next;
};

static struct private *find(const void *variable)
{
  struct omp *omp = omp_self();
  struct private *p = omp->private;
  while (p && p->variable != variable)
    p = p->next;
  if (p) return p;
  p = xcalloc(1, sizeof *p);
  p->variable = variable;
  p->next = omp->private;
  return omp->private = p;
}

ENTRY void __kmpc_threadprivate_register(struct place *at UNUSED,
                                         void *variable,
                                         void *(*set_up)(void *),
                                         void *(*copy)(void *, void *)UNUSED,
                                         void (*end)(void *) UNUSED)
{
  find(variable)->set_up = set_up;
}

/* The program keeps what it found in *cache, and hands it back. */
ENTRY void *__kmpc_threadprivate_cached(struct place *at UNUSED,
                                        int thread UNUSED, void *variable,
                                        size_t size, void **cache)
{
  struct private *p = *cache ? *cache : find(variable);
  int n = self->strand->number;
  *cache = p;
  if (!p->initial) {
    p->size = size;
    p->initial = xmemdup(variable, size);
  }
  if (n == 0) return variable;
  REACH(p->copies, p->room, n);
  if (p->copies[n]) return p->copies[n];
  p->copies[n] = xmemdup(p->initial, size);
  if (p->set_up) p->set_up(p->copies[n]);
  return p->copies[n];
}
