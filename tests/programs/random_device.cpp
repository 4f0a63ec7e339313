/* What a program draws from the machine repeats, and differs between ranks.
 *
 * mpich: no
 * (only simulated machines repeat)
 * run: np=3 twice=1
 * stdout-any
 */
#include <iostream>
#include <mpi.h>
#include <random>
#include <sys/random.h>

int main(int argc, char **argv)
{
  int rank, size;
  std::random_device device;
  unsigned drawn[3] = {}, first[9] = {}, all[9];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  drawn[0] = device();
  drawn[1] = device();
  if (getrandom(&drawn[2], sizeof drawn[2], 0) != sizeof drawn[2]) return 1;
  for (int i = 0; i < 3; i++)
    first[3 * rank + i] = drawn[i];
  MPI_Allreduce(first, all, 9, MPI_UNSIGNED, MPI_BOR, MPI_COMM_WORLD);
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < i; j++)
      if (all[i] == all[j]) return 2;
  std::cout << drawn[0] << " " << drawn[1] << " " << drawn[2] << std::endl;
  MPI_Finalize();
  return 0;
}
