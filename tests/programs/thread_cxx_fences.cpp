/* Fences of C++ tell a thread that another one's sends are over: what it stores
 * behind its own is ordered, what it stores before is not. gcc does not warn.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `data` of rank 0, 4 bytes (2 times)
 * report:   MPI_Isend   by rank 0, thread 1, at thread_cxx_fences.cpp:21, complete only for those who know of it
 * report:   store       by rank 0 at thread_cxx_fences.cpp:35, main()
 * report:   Nothing orders them. MPI_Wait at thread_cxx_fences.cpp:22 completes the MPI_Isend, but nothing lets the other thread know before its store. [MPI-4.1 3.7.2]
 */
#include <atomic>
#include <mpi.h>
#include <thread>

static int data[2] = {1, 1};
static std::atomic<int> sent{0};

static void send(int to)
{
  MPI_Request request;
  MPI_Isend(data, 2, MPI_INT, to, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  std::atomic_thread_fence(std::memory_order_release);
  sent.store(1, std::memory_order_relaxed);
}

int main(int argc, char **argv)
{
  int rank, got[2], provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::thread thread(send, 1 - rank);
  while (!sent.load(std::memory_order_relaxed))
    std::this_thread::yield();
  data[0] = 2;
  std::atomic_thread_fence(std::memory_order_acquire);
  data[1] = 2;
  MPI_Recv(got, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  thread.join();
  MPI_Finalize();
}
