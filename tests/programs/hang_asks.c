/* The report of ranks that poll for what never comes says what they ask for:
 * the message, where its request was started, whose call.
 *
 * run: np=3 args="test" exit=122
 * stderr: rank 0 at hang_asks.c:60: MPI_Test finds nothing, again and again; it asks for a message from rank 1 with tag 3 in MPI_COMM_WORLD (MPI_Irecv at hang_asks.c:55)
 * run: np=3 args="status" exit=122
 * stderr: rank 0 at hang_asks.c:62: MPI_Request_get_status finds nothing, again and again; it asks for a message from rank 1 with tag 3 in MPI_COMM_WORLD (MPI_Irecv at hang_asks.c:55)
 * run: np=3 args="all" exit=122
 * stderr: rank 0 at hang_asks.c:63: MPI_Testall finds nothing, again and again; it asks for a message from rank 1 with tag 3 in MPI_COMM_WORLD (MPI_Irecv at hang_asks.c:55), and 1 more
 * run: np=3 args="any" exit=122
 * stderr: rank 0 at hang_asks.c:64: MPI_Testany finds nothing, again and again; it asks for a message from rank 1 with tag 3 in MPI_COMM_WORLD (MPI_Irecv at hang_asks.c:55), or 1 more
 * run: np=3 args="some" exit=122
 * stderr: rank 0 at hang_asks.c:66: MPI_Testsome finds nothing, again and again; it asks for a message from rank 1 with tag 3 in MPI_COMM_WORLD (MPI_Irecv at hang_asks.c:55), or 1 more
 * run: np=3 args="probe" exit=122
 * stderr: rank 0 at hang_asks.c:68: MPI_Iprobe finds nothing, again and again; it asks for a message from any rank with tag 4 in MPI_COMM_WORLD
 * run: np=3 args="window" exit=122
 * stderr: rank 0 at hang_asks.c:69: MPI_Win_test finds nothing, again and again; it asks for MPI_Win_complete of rank 1 on window "exposed"
 * run: np=3 args="part" exit=122
 * stderr: rank 0 at hang_asks.c:70: MPI_Parrived finds nothing, again and again; it asks for partition 1 of a message from rank 1 with tag 6 in MPI_COMM_WORLD
 * mpich: no (it would hang)
 */
#include "check.h"

#define STATUS MPI_STATUS_IGNORE
#define STATUSES MPI_STATUSES_IGNORE

static MPI_Request requests[2], part;
static int values[4];

static void post(MPI_Win win)
{
  MPI_Group world, origin;
  int one = 1;
  MPI_Win_get_group(win, &world);
  MPI_Group_incl(world, 1, &one, &origin);
  MPI_Win_post(origin, 0, win);
}

/* The first of two partitions comes, the second never does. */
static void parts(int rank)
{
  if (rank == 0)
    MPI_Precv_init(values, 2, 2, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &part);
  else
    MPI_Psend_init(values, 2, 2, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &part);
  MPI_Start(&part);
  if (rank == 1) MPI_Pready(0, part);
}

static void ask(const char *what, MPI_Win win)
{
  int flag = 0, i, done = 0, indices[2];
  MPI_Irecv(values, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(values + 1, 1, MPI_INT, 2, 3, MPI_COMM_WORLD, &requests[1]);
  if (!strcmp(what, "window")) post(win);
  if (!strcmp(what, "part")) parts(0);
  while (!flag && done <= 0) {
    if (!strcmp(what, "test")) MPI_Test(requests, &flag, STATUS);
    if (!strcmp(what, "status"))
      MPI_Request_get_status(requests[0], &flag, STATUS);
    if (!strcmp(what, "all")) MPI_Testall(2, requests, &flag, STATUSES);
    if (!strcmp(what, "any")) MPI_Testany(2, requests, &i, &flag, STATUS);
    if (!strcmp(what, "some"))
      MPI_Testsome(2, requests, &done, indices, STATUSES);
    if (!strcmp(what, "probe"))
      MPI_Iprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &flag, STATUS);
    if (!strcmp(what, "window")) MPI_Win_test(win, &flag);
    if (!strcmp(what, "part")) MPI_Parrived(part, 1, &flag);
  }
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_set_name(win, "exposed");
  if (world_rank() == 0) ask(argv[1], win);
  if (world_rank() == 1 && !strcmp(argv[1], "part")) parts(1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
