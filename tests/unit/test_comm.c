/* Communicators: contexts and references. */
#include "model/comm/comm.h"
#include "model/error/errhandler.h"
#include "model/topology/topology.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static void test_contexts_are_even_and_unique(void **state)
{
  struct group *group = group_range(0, 1, 4);
  uint32_t last = 1;

  (void)state;
  for (int i = 0; i < 10; i++) {
    struct comm *comm = comm_new(group);

    assert_int_equal(comm->context % 2, 0);
    if (i > 0) assert_true(comm->context > last); /* freed ones stay used */
    last = comm->context;
    comm_unref(comm);
  }
  group_unref(group);
}

static int topologies_freed;

static void free_topology(struct topology *t)
{
  topologies_freed++;
  free(t);
}

static void test_views_keep_it(void **state)
{
  struct group *group = group_range(0, 1, 2);
  struct comm *comm = comm_new(group);
  struct comm_view *a, *b;
  struct errhandler *handler = errhandler_new(ERRHANDLER_COMM);

  (void)state;
  group_unref(group); /* the communicator holds it */
  comm->topology = malloc(sizeof *comm->topology);
  *comm->topology = (struct topology){MPI_CART, 1, free_topology};
  a = comm_view_new(comm_ref(comm), 0, handler);
  b = comm_view_new(comm, 1, handler);
  assert_int_equal(handler->references, 3);
  comm_view_ref(a);
  comm_view_unref(a);
  comm_view_unref(b);
  assert_int_equal(topologies_freed, 0);
  assert_int_equal(group_size(a->comm->group), 2);
  assert_int_equal(handler->references, 2);
  comm_view_unref(a);
  assert_int_equal(topologies_freed, 1);
  assert_int_equal(handler->references, 1);
  errhandler_unref(handler);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_contexts_are_even_and_unique),
      cmocka_unit_test(test_views_keep_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
