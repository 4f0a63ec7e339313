/* Wide characters of a program whose accesses are seen come out like others.
 *
 * build: --check
 * run: options="--check"
 * stdout: wide
 * stdout: 7 words
 * stdout: ok
 */
#include "check.h"

#include <stdio.h>
#include <wchar.h>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  CHECK(fputws(L"wide\n", stdout) >= 0);
  CHECK(fwprintf(stdout, L"%d %ls\n", 7, L"words") == 8);
  int code = report();
  MPI_Finalize();
  return code;
}
