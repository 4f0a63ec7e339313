/* What functions from C++'s headers do is told of the program's own lines that
 * call them, inlined or not.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in memory allocated at cxx_lines.cpp:31 of rank 0, 256 bytes (2 times)
 * report:   MPI_Put     by rank 0 at cxx_lines.cpp:34 (epoch: lock_all, opened at cxx_lines.cpp:33), not yet complete
 * report:   delete      by rank 0 at cxx_lines.cpp:36, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at cxx_lines.cpp:38 comes too late; move the delete after it, or flush first. [MPI-4.1 12.7]
 * report: oriel: conflict in memory allocated at cxx_lines.cpp:32 of rank 0, 6 bytes (2 times)
 * report:   MPI_Get     by rank 0 at cxx_lines.cpp:35 (epoch: lock_all, opened at cxx_lines.cpp:33), not yet complete
 * report:   load        by rank 0 at cxx_lines.cpp:37, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at cxx_lines.cpp:38 comes too late; move the load after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

#include <string>
#include <vector>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(512, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  std::fill(memory, memory + 64, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  std::vector<int> list(64);
  std::string text(40, ' ');
  MPI_Win_lock_all(0, win);
  MPI_Put(list.data(), 64, MPI_INT, 1 - rank, 256, 64, MPI_INT, win);
  MPI_Get(&text[0], 40, MPI_CHAR, rank, 0, 40, MPI_CHAR, win);
  list.push_back(1);
  seen = text.compare("twelve");
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
