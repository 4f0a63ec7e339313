/* MPI_Comm_split_type: the ranks of one host; hardware types by name.
 *
 * run: np=6 options="--ppn 3"
 * stdout: ok
 * mpich: no
 *   it asks for two hosts.
 */
#include "check.h"

/* All members run on one host, and there are this many. */
static void check_host(MPI_Comm comm, int size)
{
  char mine[MPI_MAX_PROCESSOR_NAME] = {0}, first[MPI_MAX_PROCESSOR_NAME];
  int length, s;
  MPI_Comm_size(comm, &s);
  SAME(s, size);
  MPI_Get_processor_name(mine, &length);
  memcpy(first, mine, sizeof first);
  MPI_Bcast(first, sizeof first, MPI_CHAR, 0, comm);
  CHECK(strcmp(mine, first) == 0);
}

static MPI_Info type_info(const char *type)
{
  MPI_Info info;
  MPI_Info_create(&info);
  if (type) MPI_Info_set(info, "mpi_hw_resource_type", type);
  return info;
}

static void guided(const char *type, int size)
{
  MPI_Info info = type_info(type);
  MPI_Comm comm;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &comm);
  if (size == 0) {
    CHECK(comm == MPI_COMM_NULL);
  } else {
    check_host(comm, size);
    MPI_Comm_free(&comm);
  }
  MPI_Info_free(&info);
}

/* A set of processes that a session has, or none. */
static void resource(const char *set, int expected)
{
  MPI_Info info;
  MPI_Comm comm;
  int size = 0;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_pset_name", set);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info,
                      &comm);
  if (comm != MPI_COMM_NULL) {
    MPI_Comm_size(comm, &size);
    MPI_Comm_free(&comm);
  }
  SAME(size, expected);
  MPI_Info_free(&info);
}

static void unguided(void)
{
  MPI_Info info = type_info(NULL);
  char type[MPI_MAX_INFO_VAL];
  int flag, length = sizeof type;
  MPI_Comm host, core;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, info,
                      &host);
  check_host(host, 3);
  MPI_Info_get_string(info, "mpi_hw_resource_type", &length, type, &flag);
  CHECK(flag && strcmp(type, "mpi_shared_memory") == 0);
  /* A host's ranks share nothing smaller. */
  MPI_Comm_split_type(host, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &core);
  CHECK(core == MPI_COMM_NULL);
  MPI_Comm_free(&host);
  MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm comm, mine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -world_rank(),
                      MPI_INFO_NULL, &comm);
  check_host(comm, 3);
  int rank, last = world_rank();
  MPI_Comm_rank(comm, &rank);
  MPI_Bcast(&last, 1, MPI_INT, 0, comm);
  CHECK(last >= world_rank()); /* keys turned the order round */
  MPI_Comm_free(&comm);
  MPI_Comm_split_type(MPI_COMM_WORLD,
                      world_rank() ? MPI_COMM_TYPE_SHARED : MPI_UNDEFINED, 0,
                      MPI_INFO_NULL, &mine);
  CHECK((mine == MPI_COMM_NULL) == (world_rank() == 0));
  if (mine != MPI_COMM_NULL) MPI_Comm_free(&mine);
  guided("mpi_shared_memory", 3);
  MPI_Info hardware;
  char type[MPI_MAX_INFO_KEY], value[10];
  int types, flag;
  MPI_Get_hw_resource_info(&hardware);
  MPI_Info_get_nkeys(hardware, &types);
  SAME(types, 1);
  MPI_Info_get_nthkey(hardware, 0, type);
  MPI_Info_get(hardware, type, 9, value, &flag);
  CHECK(flag && strcmp(value, "true") == 0);
  guided(type, 3);
  MPI_Info_free(&hardware);
  guided("NUMANode of another library", 0);
  guided(NULL, 0);
  resource("mpi://WORLD", world_size());
  resource("mpi://SELF", 1);
  resource("app://none", 0);
  unguided();
  int failed = report();
  MPI_Finalize();
  return failed;
}
