/* A thousand places that come to memory by way of the library's headers, in a
 * unit that declares much: the line of each is found in no time.
 *
 * run: np=1 options="--check" limit=3
 * build: --check
 */
#include <mpi.h>
#include <algorithm>
#include <deque>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <thread>
#include <unordered_map>
#include <vector>

static int *numbers;

template <int N> static void turn()
{
  std::vector<int> some(N % 7 + 1, N);
  numbers[N] = some.back() + *some.begin();
}

template <int FROM, int TO> static void turn_all()
{
  if constexpr (TO - FROM == 1) {
    turn<FROM>();
  } else {
    turn_all<FROM, (FROM + TO) / 2>();
    turn_all<(FROM + TO) / 2, TO>();
  }
}

int main(int argc, char **argv)
{
  enum { PLACES = 1000 };
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(PLACES * sizeof(int), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &numbers, &win);
  turn_all<0, PLACES>();
  MPI_Win_free(&win);
  MPI_Finalize();
}
