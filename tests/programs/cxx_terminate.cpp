/* An exception that nobody catches: its rank tells which, in its own handler if
 * it has one.
 *
 * run: np=3 exit=123
 * stderr: terminate called after throwing an instance of 'std::runtime_error'
 * stderr: what():  too hot
 * stderr: rank 1 was killed by SIGABRT
 * run: np=3 args="none" exit=123
 * stderr: terminate called without an active exception
 * stderr: rank 1 was killed by SIGABRT
 * run: np=3 args="own" exit=41
 * stderr: rank 1 ended with code 41
 */
#include <cstdlib>
#include <exception>
#include <iostream>
#include <mpi.h>
#include <stdexcept>
#include <string>

static int rank;

static void own_handler()
{
  std::_Exit(40 + rank);
}

int main(int argc, char **argv)
{
  std::string way = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::terminate_handler first = std::get_terminate();
  if (way == "own" && std::set_terminate(own_handler) != first) return 1;
  if (way == "own" && std::get_terminate() != own_handler) return 2;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 && way == "none") std::terminate();
  if (rank == 1) throw std::runtime_error("too hot");
  if (way == "own") return MPI_Finalize();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
