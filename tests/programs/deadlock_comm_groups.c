/* Calls that make a communicator of a group, or of two, wait for ever where
 * their tags, string tags or groups are not the same: the report tells of both.
 *
 * mpich: no (it would hang)
 * run: np=4 exit=122 args="tag"
 * stderr: ranks 0-2 at deadlock_comm_groups.c:43: MPI_Comm_create_group waits for rank 3 of a communicator of 4 ranks to take part in MPI_Comm_create_group with tag 7; rank 3 gives tag 8
 * stderr: rank 3 at deadlock_comm_groups.c:43: MPI_Comm_create_group waits for rank 0 of a communicator of 4 ranks to take part in MPI_Comm_create_group with tag 8; rank 0 gives tag 7
 * run: np=4 exit=122 args="order"
 * stderr: ranks 0-2 at deadlock_comm_groups.c:43: MPI_Comm_create_group waits for rank 3 of a communicator of 4 ranks to take part in MPI_Comm_create_group with tag 7; rank 3 gives these ranks in another order
 * run: np=4 exit=122 args="members"
 * stderr: ranks 0, 2-3 at deadlock_comm_groups.c:43: MPI_Comm_create_group waits for rank 1 of a communicator of 4 ranks to take part in MPI_Comm_create_group with tag 7; rank 1 gives a group of other ranks
 * run: np=4 exit=122 args="comm"
 * stderr: ranks 0-2 at deadlock_comm_groups.c:43: MPI_Comm_create_group waits for rank 3 of a communicator of 4 ranks to take part in MPI_Comm_create_group with tag 7; rank 3 gives another communicator
 * run: np=4 exit=122 args="absent"
 * stderr: ranks 0-2 at deadlock_comm_groups.c:43: MPI_Comm_create_group waits for rank 3 of a communicator of 4 ranks to take part in MPI_Comm_create_group with tag 7
 * run: np=4 exit=122 args="string"
 * stderr: ranks 0-2 at deadlock_comm_groups.c:46: MPI_Comm_create_from_group waits for rank 3 of a communicator of 4 ranks to take part in MPI_Comm_create_from_group with stringtag "org.a"; rank 3 gives stringtag "org.b"
 * run: np=4 exit=122 args="two"
 * stderr: ranks 0-1 at deadlock_comm_groups.c:52: MPI_Intercomm_create_from_groups waits for rank 2 of a communicator of 4 ranks to take part in MPI_Intercomm_create_from_groups with stringtag "org.a"; rank 2 gives stringtag "org.b"
 */
#include <mpi.h>

#include <string.h>

int main(int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "tag";
  int rank, mixed[] = {0, 2, 1, 3}, halves[] = {0, 1, 2, 3};
  MPI_Group world, group, two[2];
  MPI_Comm comm, parent = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  group = world;
  int last = rank == 3, tag = last && !strcmp(how, "tag") ? 8 : 7;
  if (last && !strcmp(how, "order")) MPI_Group_incl(world, 4, mixed, &group);
  if (rank == 1 && !strcmp(how, "members"))
    MPI_Group_incl(world, 3, halves + 1, &group);
  if (!strcmp(how, "comm")) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (last && !strcmp(how, "comm")) parent = comm;
  if (strcmp(how, "string") && strcmp(how, "two")) {
    if (last && !strcmp(how, "absent")) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_create_group(parent, group, tag, &comm);
  }
  if (!strcmp(how, "string"))
    MPI_Comm_create_from_group(world, last ? "org.b" : "org.a", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_incl(world, 2, halves, &two[0]);
  MPI_Group_incl(world, 2, halves + 2, &two[1]);
  int side = rank > 1;
  if (!strcmp(how, "two"))
    MPI_Intercomm_create_from_groups(two[side], 0, two[!side], 0,
                                     side ? "org.b" : "org.a", MPI_INFO_NULL,
                                     MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Finalize();
}
