/* C++: exceptions through frames, objects with constructors and destructors at
 * namespace scope, containers, static locals, streams; all private to a rank.
 *
 * run: np=4
 * stdout: ok 6
 */
#include <algorithm>
#include <iostream>
#include <map>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{
struct Counter {
  std::vector<int> seen{7};
  ~Counter()
  {
    if (seen.size() != 2) std::cout << "destructor: " << seen.size() << "\n";
  }
} counter;

int &calls()
{
  static std::map<std::string, int> table;
  return table["calls"];
}

struct Guard {
  int &depth;
  explicit Guard(int &d) : depth(d)
  {
    depth++;
  }
  ~Guard()
  {
    depth--;
  }
};

int depth;

void fall(int n, int rank)
{
  Guard guard(depth);
  calls()++;
  if (n == 0) {
    MPI_Barrier(MPI_COMM_WORLD); // other ranks are about to throw, too
    throw std::runtime_error("rank " + std::to_string(rank));
  }
  fall(n - 1, rank);
}
} // namespace

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank, bad = 0, all;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  counter.seen.push_back(rank);
  try {
    fall(5, rank);
    bad++;
  } catch (const std::exception &e) {
    bad += e.what() != "rank " + std::to_string(rank);
  }
  bad += depth != 0;
  try {
    MPI_Barrier(MPI_COMM_WORLD);
    (void)std::vector<int>().at(1);
    bad++;
  } catch (const std::out_of_range &) {
  }
  bad += counter.seen.back() != rank;
  MPI_Allreduce(&bad, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0 && all == 0) std::cout << "ok " << calls() << std::endl;
  MPI_Finalize();
  return all != 0;
}
