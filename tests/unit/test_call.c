/* Calls and their errors: what is printed, which handler is asked, what the
 * program gets. Ranks, the clock and the streams are stand-ins. */
#include "model/error/errhandler.h"
#include "model/observer.h"
#include "model/window/window.h"
#include "sim/api/call.h"
#include "sim/api/raise.h"
#include "sim/exit.h"
#include "sim/rank/streams.h"
#include "sim/where/where.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <api.h>
#include <stdio.h>
#include <string.h>

/* --- stand-ins --- */

struct rank *self;
bool rank_threaded, rank_shares;

static struct rank rank;
static struct comm_view own, comm;
static struct window_view window;
static char said[1024];
static int exit_code, met_clock, entered;
static jmp_buf ended;

void rank_meet(void)
{
  met_clock++;
}

void rank_serve_waiting(void)
{
  entered++;
}

void rank_calls_on(void)
{
}

int call_null(const char *argument)
{
  (void)argument;
  return MPI_ERR_ARG;
}

int call_null_comm(MPI_Comm object, const char *argument)
{
  (void)object;
  return call_null(argument);
}

int call_null_win(MPI_Win object, const char *argument)
{
  (void)object;
  return call_null(argument);
}

int call_null_file(MPI_File object, const char *argument)
{
  (void)object;
  return call_null(argument);
}

int call_null_session(MPI_Session object, const char *argument)
{
  (void)object;
  return call_null(argument);
}

struct image_block image_block;

void *image_address_aside(const void *p)
{
  return (void *)p;
}

void *image_program(void *own)
{
  return own;
}

char *own_locals;

bool own_move_locals(bool aside)
{
  return aside;
}

const char *where_call(const void *site)
{
  (void)site;
  return "jacobi.c:88";
}

void streams_say(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(said, sizeof said, format, arguments);
  va_end(arguments);
}

void run_end(int code)
{
  exit_code = code;
  longjmp(ended, 1);
}

static int reset(void **state)
{
  (void)state;
  own = (struct comm_view){.handle = MPI_COMM_SELF,
                           .errhandler = &errors_are_fatal};
  comm = (struct comm_view){.handle = (MPI_Comm)0x9000,
                            .errhandler = &errors_return};
  window = (struct window_view){.handle = (MPI_Win)0x9001,
                                .errhandler = &errors_return};
  rank = (struct rank){
      .id = 3, .state = RANK_RUNNING, .own = &own, .called_for = true};
  rank.strand = &rank.main;
  self = &rank;
  said[0] = '\0';
  exit_code = -1;
  errors_returned = 0;
  entered = met_clock = 0;
  return 0;
}

static int too_many(void)
{
  return fault(MPI_ERR_RANK, " to rank 4: the window has 4 ranks");
}

/* --- tests --- */

static void a_good_call_leaves_nothing(void **state)
{
  (void)state;
  struct call call;
  call_enter(&call, CALL_Put, NULL);
  assert_ptr_equal(rank.call, &call);
  assert_string_equal(call.function->name, "MPI_Put");
  assert_int_equal(entered, 1);
  assert_int_equal(call_leave(&call, 0), MPI_SUCCESS);
  assert_null(rank.call);
}

static struct observed_call seen[2];
static int seen_count;

static void see(struct observer *o, const struct observed_call *event)
{
  (void)o;
  seen[seen_count++ % 2] = *event;
}

static void observers_are_told(void **state)
{
  (void)state;
  struct observer observer = {.call = see};
  struct call call;
  seen_count = 0;
  observer_add(&observer);
  rank.time = 1.5;
  call_enter(&call, CALL_Get, &call);
  rank.time = 2;
  call_leave(&call, 0);
  observer_remove(&observer);
  assert_int_equal(seen_count, 2);
  assert_string_equal(seen[0].name, "MPI_Get");
  assert_int_equal(seen[0].rank, 3);
  assert_false(seen[0].returns);
  assert_true(seen[1].returns);
  assert_true(seen[1].entered == 1.5 && seen[1].left == 2);
  assert_int_equal(seen[1].function, CALL_Get);
}

static void calls_nest(void **state)
{
  (void)state;
  struct call outer, inner;
  call_enter(&outer, CALL_Comm_dup, NULL);
  call_enter(&inner, CALL_Get_count, NULL);
  assert_ptr_equal(rank.call, &inner);
  call_leave(&inner, 0);
  assert_ptr_equal(rank.call, &outer);
  call_leave(&outer, 0);
}

static void reading_the_clock_is_no_progress(void **state)
{
  (void)state;
  struct call call;
  call_enter(&call, CALL_Wtime, NULL);
  assert_int_equal(entered, 0);
  call_leave(&call, 0);
}

static void fatal_errors_say_who_where_what(void **state)
{
  (void)state;
  struct call call;
  if (!setjmp(ended)) {
    call_enter(&call, CALL_Put, NULL);
    call_leave(&call, too_many());
    fail();
  }
  assert_string_equal(said, "oriel: rank 3 at jacobi.c:88: MPI_Put to rank 4: "
                            "the window has 4 ranks\n");
  assert_int_equal(exit_code, EXIT_MPI_ERROR);
  assert_int_equal(met_clock, 1);
}

static void errors_return_gives_the_class(void **state)
{
  (void)state;
  struct call call;
  call_enter(&call, CALL_Send, NULL);
  call.comm = &comm;
  assert_int_equal(call_leave(&call, too_many()), MPI_ERR_RANK);
  assert_string_equal(said, "");
  assert_int_equal(errors_returned, 1);
}

static void the_window_comes_before_the_communicator(void **state)
{
  (void)state;
  struct call call;
  comm.errhandler = &errors_are_fatal;
  call_enter(&call, CALL_Put, NULL);
  call.comm = &comm;
  call.window = &window;
  assert_int_equal(call_leave(&call, too_many()), MPI_ERR_RANK);
}

static MPI_Comm handled_comm;
static MPI_Win handled_window;
static int handled_code;

static void handle_comm(MPI_Comm *handle, int *code, ...)
{
  handled_comm = *handle;
  handled_code = *code;
  *code = MPI_ERR_OTHER; /* what the call is to return */
}

static void handle_window(MPI_Win *handle, int *code, ...)
{
  handled_window = *handle;
  handled_code = *code;
}

static void the_program_s_handlers_are_called(void **state)
{
  (void)state;
  struct call call;
  struct errhandler *e = errhandler_new(ERRHANDLER_COMM);
  e->function.comm = handle_comm;
  comm.errhandler = e;
  call_enter(&call, CALL_Send, NULL);
  call.comm = &comm;
  assert_int_equal(call_leave(&call, too_many()), MPI_ERR_OTHER);
  assert_ptr_equal(handled_comm, comm.handle);
  assert_int_equal(handled_code, MPI_ERR_RANK);
  assert_int_equal(e->references, 1);
  errhandler_unref(e);

  e = errhandler_new(ERRHANDLER_WINDOW);
  e->function.window = handle_window;
  window.errhandler = e;
  call_enter(&call, CALL_Win_fence, NULL);
  call.window = &window;
  fault_say(": wrong epoch");
  assert_int_equal(call_leave(&call, MPI_ERR_RMA_SYNC), MPI_ERR_RMA_SYNC);
  assert_ptr_equal(handled_window, window.handle);
  assert_int_equal(handled_code, MPI_ERR_RMA_SYNC);
  errhandler_unref(e);
}

static void calls_outside_of_mpi_s_life_are_refused(void **state)
{
  (void)state;
  struct call call;
  rank.state = RANK_STARTING;
  if (!setjmp(ended)) {
    call_enter(&call, CALL_Barrier, NULL);
    fail();
  }
  assert_string_equal(
      said, "oriel: rank 3 at jacobi.c:88: MPI_Barrier before MPI_Init "
            "[MPI-4.1 11.2.1]\n");
  rank.call = NULL;
  rank.state = RANK_FINALIZED;
  if (!setjmp(ended)) {
    call_enter(&call, CALL_Barrier, NULL);
    fail();
  }
  assert_string_equal(
      said, "oriel: rank 3 at jacobi.c:88: MPI_Barrier after MPI_Finalize "
            "[MPI-4.1 11.2.2]\n");
}

static void some_calls_are_good_at_any_time(void **state)
{
  (void)state;
  static const int any[] = {CALL_Initialized,  CALL_Finalized,
                            CALL_Get_version,  CALL_Info_create,
                            CALL_Error_string, CALL_Session_init,
                            CALL_Wtime,        CALL_T_init_thread};
  rank.state = RANK_STARTING;
  for (size_t i = 0; i < sizeof any / sizeof *any; i++) {
    struct call call;
    call_enter(&call, any[i], NULL);
    call_leave(&call, 0);
  }
}

static void what_nobody_wrote_says_so(void **state)
{
  (void)state;
  struct call call;
  rank.own->errhandler = &errors_return;
  call_enter(&call, CALL_Comm_spawn, NULL);
  assert_int_equal(call_leave(&call, call_unsupported()),
                   MPI_ERR_UNSUPPORTED_OPERATION);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(a_good_call_leaves_nothing, reset),
      cmocka_unit_test_setup(observers_are_told, reset),
      cmocka_unit_test_setup(calls_nest, reset),
      cmocka_unit_test_setup(reading_the_clock_is_no_progress, reset),
      cmocka_unit_test_setup(fatal_errors_say_who_where_what, reset),
      cmocka_unit_test_setup(errors_return_gives_the_class, reset),
      cmocka_unit_test_setup(the_window_comes_before_the_communicator, reset),
      cmocka_unit_test_setup(the_program_s_handlers_are_called, reset),
      cmocka_unit_test_setup(calls_outside_of_mpi_s_life_are_refused, reset),
      cmocka_unit_test_setup(some_calls_are_good_at_any_time, reset),
      cmocka_unit_test_setup(what_nobody_wrote_says_so, reset),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
