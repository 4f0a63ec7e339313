/* Wide characters go where all other output goes, as the locale says.
 *
 * run: np=2 options="--tag-output"
 * stdout: [0] rank 0 é
 * stdout: [0] puts é!
 * stdout: [0] wcout 0 é
 * stdout: [1] rank 1 é
 * stdout: [1] puts é!
 * stdout: [1] wcout 1 é
 * stderr: [1] wcerr 1
 * mpich: no
 * (the order of lines)
 */
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <iostream>
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::setlocale(LC_ALL, "C.UTF-8");
  if (std::wprintf(L"rank %d é\n", rank) != 9) return 1;
  if (std::fputws(L"puts é", stdout) < 0) return 1;
  if (std::putwchar(L'!') != L'!' || std::fputwc(L'\n', stdout) != L'\n')
    return 1;
  std::wcout << L"wcout " << rank << L" é" << std::endl;
  std::wcerr << L"wcerr " << rank << L"\n";
  MPI_Finalize();
  return 0;
}
