/* The executable that simulates. Everything is in the library, but for one
 * thing: the thread-locals of an executable lie right below the thread
 * pointer, and so do those of the programs that it runs. This block, the
 * executable's only thread-local, keeps that place for them
 * (sim/image/tls.c), and its alignment is theirs at most: that of the thread
 * pointer. orielrun becomes it. */
#include "launch/run.h"

__thread char oriel_tls_reserve[1 << 16] __attribute__((aligned(4096), used));

int main(int argc, char **argv)
{
  oriel_run(argc, argv);
}
