/* Linked to each program by `tests/run.sh --mpich`: MPICH 4.0.2 lays the parts
 * of an allocated window that lie on one host 16 bytes apart for some ranks
 * and not for others, so sizes that are no multiple of 16 share memory. Here
 * they are rounded up. */
#include <mpi.h>

int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
                     void *base, MPI_Win *win)
{
  return PMPI_Win_allocate((size + 63) / 64 * 64, unit, info, comm, base, win);
}
