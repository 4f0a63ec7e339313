/* Memory of windows lies where the info asks for, whatever the sizes of the
 * members. [MPI-4.1 9.2, 12.2.2, 12.2.3]
 *
 * mpich: no (it takes every value of the key)
 * run: np=1
 * run: np=5 options="--ppn 5"
 * stdout: ok
 */
#include "check.h"

#include <stdint.h>

static MPI_Info wants(const char *alignment)
{
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_minimum_memory_alignment", alignment);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  return info;
}

/* Each byte is its owner's alone. */
static void use(MPI_Win win, unsigned char *memory, int size)
{
  unsigned char me = world_rank(), n = world_size(), next = (me + 1) % n;
  memset(memory, 100 + me, size);
  MPI_Win_fence(0, win);
  if (next * 5000 > 0)
    MPI_Put(&me, 1, MPI_BYTE, next, next * 5000 - 1, 1, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < size - 1; i++)
    SAME(memory[i], 100 + me);
  if (size) SAME(memory[size - 1], (me + n - 1) % n);
  MPI_Win_free(&win);
}

static void aligned(const char *alignment)
{
  int size = 5000 * world_rank(), unit = atoi(alignment);
  MPI_Info info = wants(alignment);
  unsigned char *memory;
  MPI_Win win;
  MPI_Win_allocate(size, 1, info, MPI_COMM_WORLD, &memory, &win);
  SAME((uintptr_t)memory % unit, 0);
  use(win, memory, size);
  MPI_Win_allocate_shared(size, 1, info, MPI_COMM_WORLD, &memory, &win);
  SAME((uintptr_t)memory % unit, 0);
  use(win, memory, size);
  MPI_Info_free(&info);
}

static void refused(const char *alignment)
{
  MPI_Info info = wants(alignment);
  char *memory;
  MPI_Win win;
  REFUSED(MPI_ERR_INFO_VALUE,
          MPI_Win_allocate(8, 1, info, MPI_COMM_SELF, &memory, &win));
  REFUSED(MPI_ERR_INFO_VALUE,
          MPI_Win_allocate_shared(8, 1, info, MPI_COMM_SELF, &memory, &win));
  MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  aligned("16");
  aligned("1024");
  aligned("65536");
  aligned("4194304");
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  refused("48");
  refused("-64");
  refused("page");
  int code = report();
  MPI_Finalize();
  return code;
}
