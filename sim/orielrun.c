/* orielrun: the executable. Everything is in the library, but for one thing:
 * the thread-locals of an executable lie right below the thread pointer, and
 * so do those of the programs that it runs. This block keeps that place. */
#include "launch/run.h"

static __thread char reserve[8192] __attribute__((aligned(64)));

int main(int argc, char **argv)
{
  oriel_run(argc, argv, reserve, sizeof reserve);
}
