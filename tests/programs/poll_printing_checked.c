/* As poll_printing.c, with functions of the C library that tell the checker what
 * they read.
 *
 * mpich: no (one of them would hang)
 * build: --check
 * stdout-any
 * run: np=2 args="printf" options="--check"
 * run: np=2 args="puts" options="--check"
 * stderr: oriel: portability in the window of rank 0
 * run: np=2 args="puts never" options="--check --patience 0.005" exit=122
 * stderr: poll_printing.c:36: puts finds nothing, again and again
 */
#include "poll_printing.c"
